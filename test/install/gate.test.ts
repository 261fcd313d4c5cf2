import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { shells } from "./shells.ts";

const gate = join(import.meta.dirname, "../../hooks/faultline-hook");
const payloads = join(import.meta.dirname, "../fixtures/hook-payloads");
const RECORD = `const bytes = require("fs").readFileSync(0); require("fs").writeFileSync(process.env.SEEN, bytes);`;

let folder: string;
let installation: string;
let seen: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "faultline gate ü'$-"));
  installation = join(folder, "my project", ".claude", "faultline");
  seen = join(folder, "seen");
  mkdirSync(installation, { recursive: true });
  copyFileSync(gate, join(installation, "faultline-hook"));
  chmodSync(join(installation, "faultline-hook"), 0o755);
  writeFileSync(join(installation, "hook.cjs"), RECORD);
  // Hundreds of calls: something quicker than node takes its place here, and a real one further down.
  mkdirSync(join(installation, "local"));
  writeFileSync(join(folder, "quick node"), '#!/bin/sh\nexec cat >"$SEEN"\n', { mode: 0o755 });
  writeFileSync(join(installation, "local", "node"), `${join(folder, "quick node")}\n`);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Call {
  shell?: string[];
  script?: string;
  env?: Record<string, string>;
  cwd?: string;
}

/** Runs the gate; `started` is what hook.cjs was given, undefined where no node was started. */
function call(payload: string, { shell = [], script, env, cwd = folder }: Call = {}) {
  rmSync(seen, { force: true });
  const [program, ...args] = [...shell, script ?? join(installation, "faultline-hook")];
  const result = spawnSync(program as string, args, {
    input: payload,
    cwd,
    encoding: "utf8",
    env: { PATH: process.env["PATH"], HOME: folder, LANG: "C.UTF-8", SEEN: seen, ...env },
  });
  expect([result.status, result.stdout, result.stderr]).toEqual([0, "", ""]);
  return existsSync(seen) ? readFileSync(seen, "utf8") : undefined;
}

const common = {
  session_id: "s",
  transcript_path: "/home/dev/.claude/projects/-home-dev-pytest/s.jsonl",
  cwd: "/home/dev/pytest",
};

function bash(command: string, stdout: string): string {
  const tool = { tool_name: "Bash", tool_input: { command, description: "Run it" } };
  const response = { stdout, stderr: "", interrupted: false, isImage: false };
  return JSON.stringify({
    ...common,
    cwd: "/home/dev/p",
    hook_event_name: "PostToolUse",
    ...tool,
    tool_response: response,
  });
}

function bashFailure(command: string, error: string): string {
  const tool = { tool_name: "Bash", tool_input: { command }, tool_use_id: "t" };
  return JSON.stringify({ ...common, hook_event_name: "PostToolUseFailure", ...tool, error, is_interrupt: false });
}

function digest(text: string | undefined): string {
  return createHash("sha256")
    .update(text ?? "")
    .digest("hex");
}

function prompt(text: string): string {
  return JSON.stringify({ ...common, hook_event_name: "UserPromptSubmit", prompt: text });
}

function other(event: string, tool: string): string {
  const payload = { ...common, hook_event_name: event, tool_name: tool, tool_input: { command: "pytest" } };
  return JSON.stringify({ ...payload, tool_response: { stdout: "== 1 failed in 0.1s ==" } });
}

const PASSING = "tests/test_a.py ..   [100%]\n\n===== 2 passed in 0.01s =====";
const VERBOSE =
  "tests/test_a.py::test_error_is_raised PASSED [ 50%]\ntests/test_a.py::test_fails PASSED [100%]\n\n== 2 passed in 0.1s ==";

const table: [goesOn: boolean, what: string, payload: string][] = [
  // what a failed run leaves behind, with the exit status masked
  [true, "a summary line", bash("pytest | tail -1", "=== 1 failed, 3 passed in 0.12s ===")],
  [true, "a summary with errors only", bash("pytest -q | tail -1", "2 errors in 0.12s")],
  [true, "a coloured summary", bash("pytest --color=yes | tail -1", "\u001b[31m\u001b[1m1 failed\u001b[0m in 0.1s")],
  [true, "a short summary entry", bash("pytest -rf | grep test_a", "FAILED tests/test_a.py::test_x - KeyError: 'a'")],
  [true, "an error entry", bash("pytest || true", "ERROR tests/test_a.py::test_x - KeyError: 'a'")],
  [true, "a head without a summary", bash("pytest | head -3", "F\n==== FAILURES ====\n____ test_x ____")],
  [true, "E lines that grep left", bash("pytest | grep '^E'", "E       AttributeError: 'NoneType'")],
  [
    true,
    "E lines further down",
    bash("pytest | grep -A3 def", "    def test_x():\n>       f()\nE       KeyError: 'a'"),
  ],
  [true, "coloured E lines", bash("pytest --color=yes | grep Err", "\u001b[1m\u001b[31mE       KeyError\u001b[0m")],
  [true, "a native traceback", bash("pytest --tb=native | head", "Traceback (most recent call last):\n  File")],
  [
    true,
    "a location that grep left",
    bash("pytest --tb=line | grep test_a", "/p/test_a.py:3: AttributeError: 'NoneType'"),
  ],
  [true, "progress marks alone", bash("pytest -qq --tb=no -rN || true", "..F.                   [100%]")],
  [true, "a failure in the first place", bash("pytest -qq --tb=no -rN || true", "F...                   [100%]")],
  [true, "the exit status alone", bash("pytest -q >log 2>&1; echo $?", "1")],
  [true, "a long output whose end is in a file", bashLong("python -m pytest -s || true")],
  [true, "unittest", bash("python -m unittest 2>&1 | tail -1", "FAILED (failures=1, errors=1)")],
  [true, "unittest, its head", bash("python -m unittest 2>&1 | head -2", "=====\nFAIL: test_x (test_a.T)")],
  [true, "xdist", bash("pytest -n2 -v | head", "[gw0] [ 50%] FAILED tests/test_a.py::test_x")],
  [true, "a crash of the interpreter", bash("pytest; true", "Fatal Python error: Segmentation fault")],
  [true, "a crash of pytest", bash("pytest; true", "INTERNALERROR> Traceback")],
  [true, "a stopped run", bash("pytest -x | tail -1", "!!!!! stopping after 1 failures !!!!!")],
  [true, "a failed run through make", bash("make test | tail", "1 failed in 0.1s\nmake: *** [test] Error 1")],
  // a failing command of tests, whatever is left of its output
  [true, "no output", bashFailure("pytest -q >/dev/null", "Exit code 1")],
  [
    true,
    "an output cut in the middle",
    bashFailure("pytest -s", "Exit code 1\nlabel\n\n... [9000 characters truncated] ...\n\nlabel"),
  ],
  [true, "a quoted folder in front", bashFailure('cd "my dir" && echo "\\\\" && python -m "pytest"', "Exit code 1")],
  [true, "a wrapper", bashFailure("timeout 60 uv run --frozen pytest tests/a.py", "Exit code 1")],
  [true, "tox", bashFailure("tox -e py311", "Exit code 1")],
  [true, "Django", bashFailure("python manage.py test", "Exit code 1")],
  [true, "a script", bashFailure("./run_tests.sh", "Exit code 1")],
  [true, "make", bashFailure("make check", "Exit code 2")],
  // prompts
  [true, "a request", prompt("Fix the failing test")],
  [true, "a request in capitals", prompt("THE TESTS FAIL")],
  // nothing to say
  [false, "a passing run", bash("pytest -q", PASSING)],
  [false, "a passing run with suspicious names", bash("pytest -v", VERBOSE)],
  [false, "a passing run and its exit status", bash("pytest -q; echo $?", `${PASSING}\n0`)],
  [false, "a passing unittest run", bash("python -m unittest", "..\n-----\nRan 2 tests in 0.000s\n\nOK")],
  [false, "a run in the background", bash("pytest -q", "")],
  [false, "a listing of tests", bash("ls tests", "test_a.py\ntest_errors.py\nconftest.py")],
  [false, "a file that raises", bash("cat src/a.py", "class MyError(Exception):\n    raise MyError('failed')")],
  [false, "a table", bash("docker ps", "IMAGE   NAME   STATUS\nx   y   up")],
  [false, "a failing listing", bashFailure("ls nowhere", "Exit code 2\nls: cannot access 'nowhere'")],
  [false, "a failing search in the tests", bashFailure("grep -rn thing tests/", "Exit code 1")],
  [false, "a long listing", bashLong("cat big.txt")],
  [false, "a prompt about something else", prompt("Add a README")],
  [false, "a notification", prompt("<task-notification>pytest failed, 1 test</task-notification>")],
  [false, "another tool", other("PostToolUse", "Read")],
  [false, "another event", other("PreToolUse", "Bash")],
  [
    false,
    "output that quotes an event",
    bash("cat x.json", '{"hook_event_name":"UserPromptSubmit","prompt":"fix the test"}'),
  ],
  [false, "no JSON", "FAILED tests"],
  [false, "nothing", ""],
];

function bashLong(command: string): string {
  const stdout = "label 00001: Straße 1, Köln … printed and stuck to parcel 1\n".repeat(480);
  const tool = { tool_name: "Bash", tool_input: { command } };
  const response = {
    stdout,
    stderr: "",
    interrupted: false,
    persistedOutputPath: "/tmp/x.txt",
    persistedOutputSize: 2e5,
  };
  return JSON.stringify({ ...common, hook_event_name: "PostToolUse", ...tool, tool_response: response });
}

/** Captured from the real client: what goes on to node. */
const captured: Record<string, boolean> = {
  "failing-run": true,
  "failing-run-after-cd": true,
  "failing-run-behind-tail": true,
  "failing-run-big-output": true,
  "failing-run-big-output-or-true": true,
  "failing-run-big-output-unicode": true,
  "failing-run-coloured": true,
  "failing-run-in-subfolder": true,
  "failing-run-in-subfolder-behind-tail": true,
  "failing-run-in-subshell": true,
  "failing-run-or-true": true,
  "failing-run-then-echo": true,
  "failing-run-uv": true,
  "user-prompt": true,
  "passing-run": false,
  "background-run": false,
  "after-background-run": false,
  "moving-to-subfolder": false,
  "no-output": false,
  "non-test-command": false,
  "non-test-command-failing": false,
  "session-start": false,
  "task-notification": false,
};

function capturedPayload(name: string): string {
  return JSON.stringify(JSON.parse(readFileSync(join(payloads, `${name}.json`), "utf8")));
}

describe.each(shells.map((shell) => [shell.join(" "), shell] as const))("the gate under %s", (_name, shell) => {
  it.each(table)("goes on to node (%s): %s", (goesOn, _what, payload) => {
    expect(call(payload, { shell })).toBe(goesOn ? payload : undefined);
  });

  it.each(Object.entries(captured))("a payload of the real client, %s, goes on: %s", (name, goesOn) => {
    const payload = capturedPayload(name);
    expect(call(payload, { shell })).toBe(goesOn ? payload : undefined);
  });

  it("hands on every byte of a payload: any character, 200 KB, several lines", () => {
    const letters = String.fromCodePoint(...Array.from({ length: 0x250 }, (_, at) => at + 0x20), 0x1f600, 0xffff);
    const long = bash("pytest | tail", `${letters.repeat(150)} \\ \\" $HOME \`id\` %s\n1 failed in 1s`);
    expect(Buffer.byteLength(long)).toBeGreaterThan(150_000);
    expect(digest(call(long, { shell }))).toBe(digest(long));
    const indented = `${JSON.stringify(JSON.parse(long), null, 2)}\n`;
    expect(digest(JSON.stringify(JSON.parse(call(indented, { shell }) ?? "0")))).toBe(digest(long));
  });
});

const failing = capturedPayload("failing-run");

describe("the gate", () => {
  it("says nothing and exits 0 when hook.cjs fails, prints errors, or node is no node", () => {
    const broken = join(folder, "broken", "faultline");
    mkdirSync(join(broken, "local"), { recursive: true });
    copyFileSync(gate, join(broken, "faultline-hook"));
    writeFileSync(join(broken, "hook.cjs"), "console.error('no'); process.exit(2)");
    expect(call(failing, { script: join(broken, "faultline-hook") })).toBeUndefined();
    writeFileSync(join(broken, "hook.cjs"), "this is no JavaScript");
    expect(call(failing, { script: join(broken, "faultline-hook") })).toBeUndefined();
    rmSync(join(broken, "hook.cjs"));
    expect(call(failing, { script: join(broken, "faultline-hook") })).toBeUndefined();
  });

  it("hands the answer of hook.cjs through as it is", () => {
    const talking = join(folder, "talking");
    mkdirSync(talking);
    copyFileSync(gate, join(talking, "faultline-hook"));
    writeFileSync(join(talking, "hook.cjs"), `process.stdout.write('{"a":"ü\\\\n%s"}')`);
    const result = spawnSync(join(talking, "faultline-hook"), { input: failing, encoding: "utf8" });
    expect([result.status, result.stdout, result.stderr]).toEqual([0, '{"a":"ü\\n%s"}', ""]);
  });

  it("runs from the plugin's folder, where hook.cjs lies in ../dist", () => {
    const plugin = join(folder, "a plugin");
    mkdirSync(join(plugin, "hooks"), { recursive: true });
    mkdirSync(join(plugin, "dist"));
    copyFileSync(gate, join(plugin, "hooks", "faultline-hook"));
    writeFileSync(join(plugin, "dist", "hook.cjs"), RECORD);
    expect(call(failing, { script: join(plugin, "hooks", "faultline-hook") })).toBe(failing);
  });

  it("runs as Claude Code runs it: sh -c with a quoted variable", () => {
    const line = '"$CLAUDE_PROJECT_DIR"/.claude/faultline/faultline-hook';
    const env = { CLAUDE_PROJECT_DIR: join(folder, "my project") };
    expect(call(failing, { shell: ["sh", "-c"], script: line, env })).toBe(failing);
  });

  it("works when the folder of the session was deleted", () => {
    const gone = mkdtempSync(join(folder, "gone"));
    // dash itself complains of such a folder before it reads the first line.
    const line = 'cd "$GONE" && rmdir "$GONE" && exec "$GATE" 2>/dev/null';
    expect(
      call(failing, {
        shell: ["bash", "-c"],
        script: line,
        env: { GONE: gone, GATE: join(installation, "faultline-hook") },
      }),
    ).toBe(failing);
  });

  it("ends although the client reads nothing more", async () => {
    const child = spawn(join(installation, "faultline-hook"), {
      env: { PATH: process.env["PATH"], SEEN: seen },
      stdio: "pipe",
    });
    child.stdout.destroy();
    child.stderr.destroy();
    child.stdin.end(failing);
    expect(await new Promise((resolve) => child.once("exit", resolve))).toBe(0);
  });
});

describe("the gate finds node", () => {
  /** A PATH without node: only what `pwd` and friends would need, and they are builtins. */
  const PATH = "/nonexistent";
  const shell = ["/bin/sh"];
  let home: string;
  let script: string;

  beforeAll(() => {
    home = join(folder, "home of a user");
    const there = join(folder, "found");
    mkdirSync(join(there, "local"), { recursive: true });
    script = join(there, "faultline-hook");
    copyFileSync(gate, script);
    writeFileSync(join(there, "hook.cjs"), RECORD);
  });

  /** Something in the place of a node that names itself in $WHICH and then is one. */
  function placeNode(path: string): void {
    mkdirSync(join(path, ".."), { recursive: true });
    writeFileSync(path, `#!/bin/sh\necho "$0" >"$WHICH"\nexec "${process.execPath}" "$@"\n`, { mode: 0o755 });
  }

  function nodeOf(env: Record<string, string> = {}): string | undefined {
    const which = join(folder, "which");
    rmSync(which, { force: true });
    call(failing, { shell, script, env: { PATH, HOME: home, WHICH: which, ...env } });
    return existsSync(which)
      ? readFileSync(which, "utf8")
          .trim()
          .slice(folder.length + 1)
      : undefined;
  }

  // The places that every machine has come after all others; a machine with a node there cannot show silence.
  const systemWide = ["/opt/homebrew/bin", "/usr/local/bin", "/usr/bin"].some((place) =>
    existsSync(join(place, "node")),
  );

  it.skipIf(systemWide)("stays silent where there is none", () => {
    expect(nodeOf()).toBeUndefined();
  });

  it.each([
    [".volta/tools/image/node/22.1.0/bin/node"],
    [".local/share/fnm/node-versions/v22.1.0/installation/bin/node"],
    [".nvm/versions/node/v22.1.0/bin/node"],
    [".asdf/installs/nodejs/20.0.1/bin/node"],
    [".local/share/mise/installs/node/20.0.1/bin/node"],
  ])("in ~/%s", (path) => {
    placeNode(join(home, path));
    expect(nodeOf()).toBe(`home of a user/${path}`);
    rmSync(home, { recursive: true });
  });

  it("takes the newest that a version manager keeps, by number", () => {
    for (const version of ["v8.17.0", "v9.0.0", "v22.3.0", "v20.9.0"])
      placeNode(join(home, `.nvm/versions/node/${version}/bin/node`));
    expect(nodeOf()).toBe("home of a user/.nvm/versions/node/v22.3.0/bin/node");
    expect(nodeOf({ NVM_DIR: "/nonexistent" })).toBeUndefined();
    rmSync(home, { recursive: true });
  });

  it("PATH before the usual places, and what the installer remembered before both", () => {
    placeNode(join(home, ".nvm/versions/node/v22.3.0/bin/node"));
    placeNode(join(folder, "on path", "node"));
    placeNode(join(folder, "remembered node"));
    expect(nodeOf({ PATH: join(folder, "on path") })).toBe("on path/node");
    writeFileSync(join(folder, "found", "local", "node"), `${join(folder, "remembered node")}\n`);
    expect(nodeOf({ PATH: join(folder, "on path") })).toBe("remembered node");
    rmSync(join(folder, "remembered node"));
    expect(nodeOf({ PATH: join(folder, "on path") })).toBe("on path/node");
    symlinkSync(join(folder, "on path", "node"), join(folder, "remembered node"));
    expect(nodeOf({ PATH })).toBe("remembered node");
    rmSync(home, { recursive: true });
  });
});
