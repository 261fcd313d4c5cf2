import { spawnSync } from "node:child_process";
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { homedir, tmpdir } from "node:os";
import { delimiter, join, relative } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { hookCommand, quoted } from "../../src/install/entries.ts";
import { reportFolder } from "../../src/kernel/state.ts";
import { shells } from "./shells.ts";

const root = join(import.meta.dirname, "../..");
const SESSION = "2f757917-4a6b-44ee-b890-13bf2478499a";
const start = payload({ hook_event_name: "SessionStart", source: "startup" });

let work: string;
let installation: string;
let plugin: string;
let envFile: string;
let env: Record<string, string>;

// Quotes, blanks and what a shell would take for its own.
beforeEach(() => {
  work = mkdtempSync(join(tmpdir(), "faultline-report-"));
  installation = join(work, 'it\'s `my` "$HOME" ü', ".claude", "faultline");
  plugin = join(installation, "probe", "faultline_report-1-py3-none-any.whl");
  mkdirSync(join(installation, "local"), { recursive: true });
  mkdirSync(join(installation, "probe"));
  writeFileSync(plugin, "");
  for (const name of ["faultline-hook", "faultline-report"])
    copyFileSync(join(root, "hooks", name), join(installation, name));
  writeFileSync(join(installation, "hook.cjs"), "");
  writeFileSync(join(work, "node"), '#!/bin/sh\nexec cat >"$SEEN"\n', { mode: 0o755 });
  writeFileSync(join(installation, "local", "node"), `${join(work, "node")}\n`);
  envFile = join(work, "client's session", "sessionstart-hook-0.sh");
  mkdirSync(join(envFile, ".."));
  env = {
    PATH: process.env["PATH"] ?? "",
    HOME: work,
    LANG: "C.UTF-8",
    XDG_STATE_HOME: join(work, "sta'te"),
    CLAUDE_ENV_FILE: envFile,
    SEEN: join(work, "seen"),
  };
  return () => rmSync(work, { recursive: true, force: true });
});

function payload(more: object): string {
  return JSON.stringify({ session_id: SESSION, transcript_path: "/t.jsonl", cwd: "/p", ...more });
}

function passing(command: string, stdout: string): string {
  const tool = { tool_name: "Bash", tool_input: { command }, tool_response: { stdout, stderr: "" } };
  return payload({ hook_event_name: "PostToolUse", ...tool, duration_ms: 400 });
}

/** Runs the line of the settings; tells whether node was started. */
function call(input: string, shell: string[] = ["sh"], more: Record<string, string | undefined> = {}): boolean {
  rmSync(join(work, "seen"), { force: true });
  const [program = "", ...args] = shell;
  const line = hookCommand(quoted(join(installation, "faultline-hook")));
  const result = spawnSync(program, [...args, "-c", line], {
    input,
    cwd: work,
    encoding: "utf8",
    env: { ...env, ...more },
  });
  expect([result.status, result.stdout, result.stderr]).toEqual([0, "", ""]);
  return existsSync(join(work, "seen"));
}

/** What a Bash command of the session sees, as the client runs it: the text is put in front of the command. */
function seenBy(shell: string, own: Record<string, string> = {}): (string | undefined)[] {
  const line = `true && ${readFileSync(envFile, "utf8").trim()}\n: && printf '%s\\0' "\${FAULTLINE_REPORT_DIR-}" "\${PYTHONPATH-}"`;
  const result = spawnSync(shell, ["-c", line], {
    encoding: "utf8",
    env: { PATH: env["PATH"], ...own },
    // bash takes a socket for a remote shell, which reads the user's start-up files.
    stdio: ["ignore", "pipe", "pipe"],
  });
  expect([result.status, result.stderr]).toEqual([0, ""]);
  return result.stdout.split("\0").slice(0, 2);
}

describe.each(shells.map((shell) => [shell.join(" "), shell] as const))(
  "the start of a session under %s",
  (_, shell) => {
    it("has its commands find the plugin in front of the user's own modules, and the session's folder", () => {
      expect(call(start, shell)).toBe(false);
      const folder = reportFolder(SESSION, env);
      for (const own of ["bash", "zsh", "sh"].filter((name) => spawnSync(name, ["-c", ":"]).error === undefined)) {
        expect(seenBy(own)).toEqual([folder, plugin]);
        expect(seenBy(own, { PYTHONPATH: "/own a:/own b" })).toEqual([
          folder,
          [plugin, "/own a", "/own b"].join(delimiter),
        ]);
      }
      rmSync(plugin);
      expect(seenBy("bash", { PYTHONPATH: "/own" })).toEqual(["", "/own"]);
    });

    it("lets a test command whose output shows nothing go on to node once a report is there", () => {
      const reports = reportFolder(SESSION, env) ?? "";
      const filtered = passing("pytest -q --tb=no | grep -c passed", "1");
      expect(call(filtered, shell)).toBe(false);
      mkdirSync(reports, { recursive: true });
      expect(call(filtered, shell)).toBe(false);
      writeFileSync(join(reports, "1796028039117-1.jsonl"), "");
      expect(call(filtered, shell)).toBe(true);
      expect(call(passing("pytest -q | grep passed", "3 passed in 0.1s"), shell)).toBe(true);
      expect(call(passing("ls", "1"), shell)).toBe(false);
      expect(call(filtered.replace(SESSION, "another-session"), shell)).toBe(false);
      expect(call(filtered.replace(SESSION, "../reports"), shell)).toBe(false);
    });
  },
);

describe("the start of a session", () => {
  it("that starts again exports once, behind what other hooks wrote", () => {
    writeFileSync(envFile, "export OTHER=1\n");
    call(start);
    call(payload({ hook_event_name: "SessionStart", source: "compact" }));
    const text = readFileSync(envFile, "utf8");
    expect(text.startsWith("export OTHER=1\n")).toBe(true);
    expect(text.match(/FAULTLINE_REPORT_DIR=/g)).toHaveLength(1);
    expect(seenBy("bash")).toEqual([reportFolder(SESSION, env), plugin]);
  });

  it("takes the state folder that hook.cjs takes", () => {
    for (const state of ["relative", "", undefined]) {
      rmSync(envFile, { force: true });
      call(start, ["sh"], { XDG_STATE_HOME: state, HOME: work });
      const here = reportFolder(SESSION, { XDG_STATE_HOME: state }) ?? "";
      expect(seenBy("bash")[0]).toBe(join(work, relative(homedir(), here)));
    }
  });

  it.each([
    ["by a client without such a file", () => ({ CLAUDE_ENV_FILE: undefined })],
    ["without the plugin", () => rmSync(plugin)],
    ["without the script", () => rmSync(join(installation, "faultline-report"))],
    ["whose file cannot be written", () => ({ CLAUDE_ENV_FILE: join(work, "nowhere", "file") })],
  ])("%s is silence", (_, damage) => {
    expect(call(start, ["sh"], damage() ?? {})).toBe(false);
    expect(existsSync(envFile)).toBe(false);
  });

  it("in a folder that PYTHONPATH cannot name is silence", () => {
    installation = join(work, "a:b");
    cpSync(join(plugin, "..", ".."), installation, { recursive: true });
    call(start);
    expect(existsSync(envFile)).toBe(false);
  });

  it("removes what sessions of days before left, and nothing else", () => {
    const reports = join(reportFolder(SESSION, env) ?? "", "..");
    const put = (path: string, days: number) => {
      mkdirSync(join(reports, path, ".."), { recursive: true });
      writeFileSync(join(reports, path), "");
      const time = Date.now() / 1000 - days * 86_400;
      utimesSync(join(reports, path), time, time);
    };
    put("old/1-1.jsonl", 3);
    put("running/1-1.jsonl", 3);
    put("running/2-1.jsonl", 0);
    put("other/notes.txt", 3);
    call(start);
    expect(readdirSync(reports, { recursive: true }).sort()).toEqual([
      "other",
      "other/notes.txt",
      "running",
      "running/2-1.jsonl",
    ]);
    expect(statSync(reports).isDirectory()).toBe(true);
  });

  it("makes a folder that nobody else can read", () => {
    call(start);
    expect(statSync(join(reportFolder(SESSION, env) ?? "", "..")).mode & 0o777).toBe(0o700);
  });
});
