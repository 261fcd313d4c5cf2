import { spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type FileIo, fileIo } from "../../src/install/changes.ts";
import { type InstallRequest, installClaude, uninstallClaude } from "../../src/install/install.ts";
import { formatReport } from "../../src/install/report.ts";
import { makePackage } from "./package-root.ts";

let packageRoot: string;
let work: string;
let repo: string;
let home: string;

beforeAll(() => {
  packageRoot = makePackage("1.0.0");
});

afterAll(() => rmSync(packageRoot, { recursive: true, force: true }));

beforeEach(() => {
  work = mkdtempSync(join(tmpdir(), "faultline-install-"));
  repo = join(work, "mein Projekt ü");
  home = join(work, "home");
  mkdirSync(repo);
  mkdirSync(home);
  return () => rmSync(work, { recursive: true, force: true });
});

/** No interpreter on PATH: what is found is what a test puts there. */
function env(): NodeJS.ProcessEnv {
  return { HOME: home, PATH: "/nonexistent" };
}

function install(more: Partial<InstallRequest> = {}) {
  return installClaude({
    repo,
    scope: "project",
    withMcp: false,
    report: false,
    dryRun: false,
    packageRoot,
    env: env(),
    node: process.execPath,
    ...more,
  });
}

function uninstall(more: Partial<Parameters<typeof uninstallClaude>[0]> = {}) {
  return uninstallClaude({ repo, dryRun: false, env: env(), ...more });
}

function put(path: string, text: string): string {
  mkdirSync(join(repo, path, ".."), { recursive: true });
  writeFileSync(join(repo, path), text);
  return join(repo, path);
}

function read(path: string): string {
  return readFileSync(join(repo, path), "utf8");
}

/** Every file and link below a folder with its content and mode. */
function snapshot(folder: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name);
    const key = path.slice(folder.length + 1);
    if (entry.isSymbolicLink()) found[key] = `-> ${readlinkSync(path)}`;
    else if (entry.isDirectory()) found[key] = "folder";
    else found[key] = `${(statSync(path).mode & 0o777).toString(8)} ${readFileSync(path, "latin1")}`;
  }
  return found;
}

const SETTINGS = '{\n    "permissions": { "deny": ["Read(./.env)"] },\n    "model": "x"\n}\n';

describe("install-claude", () => {
  it("copies what the hooks need, less than 500 KB, and nothing that names this machine outside local/", async () => {
    const report = await install();
    expect(report.changed).toBe(true);
    const files = snapshot(join(repo, ".claude"));
    expect(Object.keys(files)).toEqual(
      expect.arrayContaining([
        "settings.json",
        "faultline/faultline-hook",
        "faultline/faultline-report",
        "faultline/hook.cjs",
        "faultline/config.json",
        "faultline/.gitignore",
        "faultline/manifest.json",
        "faultline/probe/faultline_probe/__init__.py",
        "faultline/hook-main.cjs",
        "faultline/probe/faultline_probe/origin/__init__.py",
        "faultline/probe/faultline_report-1-py3-none-any.whl",
        "faultline/local/node",
        "skills/faultline/SKILL.md",
      ]),
    );
    // The agent's search tool, ripgrep, is to find the project's code alone.
    expect(files["faultline/.ignore"]).toMatch(/ \*\n$/);
    // The debugging engine measures from the package; no hook needs its part of the probe.
    expect(Object.keys(files).filter((path) => path.includes("/engine/"))).toEqual([]);
    expect(files["faultline/faultline-hook"]).toMatch(/^755 #!\/bin\/sh\n/);
    expect(files["faultline/local/node"]).toContain(`${process.execPath}\n`);
    const committed = Object.entries(files).filter(([path]) => !path.startsWith("faultline/local/"));
    expect(committed.reduce((sum, [, text]) => sum + text.length, 0)).toBeLessThan(500 * 1024);
    for (const [, text] of committed)
      for (const name of [work, home, process.execPath]) expect(text).not.toContain(name);
  });

  it("leaves git to see only what is to be committed, and in the local scope nothing but the settings", async () => {
    const git = (...args: string[]) => spawnSync("git", args, { cwd: repo, encoding: "utf8" }).stdout;
    git("init", "-q");
    await install();
    const seen = git("status", "--porcelain", "-uall")
      .split("\n")
      .map((line) => line.slice(3).replaceAll('"', ""));
    expect(seen).toContain(".claude/faultline/hook.cjs");
    expect(seen.filter((path) => path.includes("local/"))).toEqual([]);
    await uninstall();
    expect(git("status", "--porcelain", "-uall")).toBe("");
    await install({ scope: "local" });
    expect(git("status", "--porcelain", "-uall")).toBe("?? .claude/settings.local.json\n");
  });

  it("twice changes nothing; a newer version is put in its place, and what it lacks is removed", async () => {
    await install();
    const first = snapshot(repo);
    expect((await install()).changed).toBe(false);
    expect(snapshot(repo)).toEqual(first);
    const newer = makePackage("1.1.0");
    unlinkSync(join(newer, "python-probe/src/faultline_probe/_safe.py"));
    writeFileSync(join(newer, "dist/hook.cjs"), "// newer\n");
    const report = await install({ packageRoot: newer });
    rmSync(newer, { recursive: true });
    expect(report.version).toBe("1.1.0");
    expect(read(".claude/faultline/hook.cjs")).toBe("// newer\n");
    expect(existsSync(join(repo, ".claude/faultline/probe/faultline_probe/_safe.py"))).toBe(false);
    expect(read(".claude/settings.json")).toBe(
      Buffer.from(first[".claude/settings.json"]?.slice(4) ?? "", "latin1").toString(),
    );
    expect((await uninstall()).changed).toBe(true);
    expect(snapshot(repo)).toEqual({});
  });

  it("keeps the configuration and a skill that the user changed", async () => {
    await install();
    put(".claude/faultline/config.json", '{ "rerun": false }');
    put(".claude/skills/faultline/SKILL.md", "mine");
    const report = await install();
    expect(report.changed).toBe(false);
    expect(report.warnings).toEqual(
      expect.arrayContaining([expect.stringMatching(/SKILL\.md is not as Faultline wrote it/)]),
    );
    const removal = await uninstall();
    expect(removal.warnings).toHaveLength(2);
    expect(
      Object.keys(snapshot(repo))
        .filter((path) => /\.\w+$/.test(path))
        .sort(),
    ).toEqual([".claude", ".claude/faultline/config.json", ".claude/skills/faultline/SKILL.md"]);
  });

  it("a dry run prints the diff and writes nothing", async () => {
    put(".claude/settings.json", SETTINGS);
    const before = snapshot(repo);
    const report = await install({ dryRun: true, withMcp: true });
    expect(snapshot(repo)).toEqual(before);
    const text = formatReport(report);
    expect(text).toContain(
      `--- ${join(repo, ".claude/settings.json")}\n+++ ${join(repo, ".claude/settings.json")}\n@@ -1,4 +1,`,
    );
    expect(text).toContain('-    "model": "x"\n+    "model": "x",\n+    "hooks": {\n');
    expect(text).toContain(`--- /dev/null\n+++ ${join(repo, ".mcp.json")}\n@@ -0,0 +1,`);
    expect(text).toMatch(/^\+ .*\.claude\/faultline\/ \(\d files\)$/m);
  });

  it("with the user scope writes below the home folder only", async () => {
    await install({ scope: "user" });
    expect(snapshot(repo)).toEqual({});
    const { hooks } = JSON.parse(readFileSync(join(home, ".claude/settings.json"), "utf8"));
    expect(hooks.PostToolUse[0].hooks[0].command).toContain(`"${home}/.claude/faultline/faultline-hook"`);
    await uninstall({ scope: "user" });
    expect(snapshot(home)).toEqual({});
    await install({ scope: "user", env: { ...env(), CLAUDE_CONFIG_DIR: join(home, "elsewhere") } });
    expect(readdirSync(home)).toEqual(["elsewhere"]);
  });

  it("with --report listens to the start of a session too; without it no more, and to the byte as if it never had", async () => {
    const events = () => Object.keys(JSON.parse(read(".claude/settings.json")).hooks);
    put(".claude/settings.json", SETTINGS);
    const before = snapshot(repo);
    await install();
    const plain = snapshot(repo);
    expect(events()).toEqual(["PostToolUse", "PostToolUseFailure", "UserPromptSubmit"]);
    await install({ report: true });
    expect(events()).toEqual(["PostToolUse", "PostToolUseFailure", "UserPromptSubmit", "SessionStart"]);
    expect((await install({ report: true })).changed).toBe(false);
    expect((await install()).changed).toBe(true);
    expect(snapshot(repo)).toEqual(plain);
    await install({ report: true });
    await uninstall();
    expect(snapshot(repo)).toEqual(before);
  });

  it("what Python compiles in report mode is not seen by git, and goes with an uninstall", async () => {
    const git = (...args: string[]) => spawnSync("git", args, { cwd: repo, encoding: "utf8" }).stdout;
    git("init", "-q");
    await install({ report: true });
    put(".claude/faultline/probe/faultline_probe/__pycache__/_session.cpython-312.pyc", "");
    expect(git("status", "--porcelain", "-uall")).not.toContain("__pycache__");
    await uninstall();
    expect(existsSync(join(repo, ".claude"))).toBe(false);
  });

  it("lists the MCP server beside those of others, and takes only its own away", async () => {
    const others = '{"mcpServers": {"x": {"command": "y"}}}';
    put(".mcp.json", others);
    await install({ withMcp: true });
    expect(JSON.parse(read(".mcp.json")).mcpServers).toEqual({
      x: { command: "y" },
      faultline: {
        type: "stdio",
        command: "npx",
        // biome-ignore lint/suspicious/noTemplateCurlyInString: as it stands in the file
        args: ["-y", "faultline", "serve", "--repo", "${CLAUDE_PROJECT_DIR:-.}"],
      },
    });
    expect((await install({ withMcp: true })).changed).toBe(false);
    await uninstall();
    expect(read(".mcp.json")).toBe(others);
    rmSync(join(repo, ".mcp.json"));
    await install({ withMcp: true });
    await uninstall();
    expect(snapshot(repo)).toEqual({});
    const own = '{"mcpServers": {"faultline": {"command": "my-own"}}}';
    put(".mcp.json", own);
    await install({ withMcp: true });
    await uninstall();
    expect(read(".mcp.json")).toBe(own);
  });

  it("warns that Claude Code will not read a file with comments, naming the place", async () => {
    put(".claude/settings.json", '{\n  "model": "x" // mine\n}\n');
    const { warnings } = await install();
    expect(warnings.join("\n")).toContain(`${join(repo, ".claude/settings.json")}:2:`);
    expect(warnings.join("\n")).toMatch(/strict JSON and ignores this whole file/);
    // Seen with 2.1.332: a byte order mark does no harm.
    put(".claude/settings.json", '\uFEFF{\n  "model": "x"\n}\n');
    expect((await install()).warnings.join("\n")).not.toContain("strict JSON");
  });

  it("warns of two channels at once, and of hooks that are switched off", async () => {
    await install({ scope: "user" });
    expect((await install()).warnings.join("\n")).toContain("would speak twice: different entries in");
    await uninstall({ scope: "user" });
    expect((await install({ scope: "local" })).warnings.join("\n")).not.toContain("twice");
    put(".claude/settings.local.json", '{"enabledPlugins": {"faultline@x": true}, "disableAllHooks": true}');
    const text = (await install()).warnings.join("\n");
    expect(text).toContain("the plugin (enabled in");
    expect(text).toContain('switches all hooks off ("disableAllHooks")');
  });
});

describe("uninstall-claude", () => {
  it.each([
    ["no file", undefined],
    ["an empty file", ""],
    ["an empty object", "{ }"],
    ["settings", SETTINGS],
    ["settings with comments", '\uFEFF// top\r\n{\r\n\t"a": [1,\r\n\t2,], // b\r\n}'],
    ["empty hooks", '{"hooks": {"PostToolUse": []}}'],
  ])("after two installations gives back the original bytes: %s", async (_what, text) => {
    if (text !== undefined) put(".claude/settings.json", text);
    const before = snapshot(repo);
    await install();
    await install();
    expect(snapshot(repo)).not.toEqual(before);
    await uninstall();
    expect(snapshot(repo)).toEqual(before);
  });

  it("keeps what the user changed in between, and other people's hooks and deny rules", async () => {
    put(".claude/settings.json", SETTINGS);
    await install();
    writeFileSync(join(repo, ".claude/settings.json"), read(".claude/settings.json").replace('"x"', '"y"'));
    await uninstall();
    expect(read(".claude/settings.json")).toBe(SETTINGS.replace('"x"', '"y"'));
  });

  it("works in a clone, where nobody remembers what was before", async () => {
    put(".claude/settings.json", SETTINGS);
    await install();
    rmSync(join(repo, ".claude/faultline/local"), { recursive: true });
    await uninstall();
    expect(read(".claude/settings.json")).toBe(SETTINGS);
    expect(readdirSync(join(repo, ".claude"))).toEqual(["settings.json"]);
  });

  it("of one scope leaves the files that the other one uses", async () => {
    await install();
    await install({ scope: "local" });
    await uninstall({ scope: "local" });
    expect(existsSync(join(repo, ".claude/settings.local.json"))).toBe(false);
    expect(existsSync(join(repo, ".claude/faultline/hook.cjs"))).toBe(true);
    await uninstall();
    expect(snapshot(repo)).toEqual({});
  });

  it("leaves files in our folder that are not ours, and says where nothing is installed", async () => {
    await install();
    put(".claude/faultline/notes.txt", "mine");
    await uninstall();
    expect(Object.keys(snapshot(repo))).toEqual([".claude", ".claude/faultline", ".claude/faultline/notes.txt"]);
    const again = await uninstall();
    expect(again.changed).toBe(false);
    expect(formatReport(again)).toMatch(/^Faultline is not installed/);
  });

  it("a dry run removes nothing", async () => {
    await install();
    const before = snapshot(repo);
    expect((await uninstall({ dryRun: true })).files.length).toBeGreaterThan(5);
    expect(snapshot(repo)).toEqual(before);
  });
});

describe("links", () => {
  it("a symlinked .claude and a symlinked settings file are followed and stay links; the mode is kept", async () => {
    mkdirSync(join(work, "dotfiles"));
    symlinkSync(join(work, "dotfiles"), join(repo, ".claude"));
    writeFileSync(join(work, "real.json"), SETTINGS, { mode: 0o640 });
    chmodSync(join(work, "real.json"), 0o640);
    symlinkSync("../real.json", join(work, "dotfiles/settings.json"));
    await install();
    expect(readlinkSync(join(work, "dotfiles/settings.json"))).toBe("../real.json");
    expect(statSync(join(work, "real.json")).mode & 0o777).toBe(0o640);
    expect(JSON.parse(readFileSync(join(work, "real.json"), "utf8")).hooks.PostToolUse).toHaveLength(1);
    expect(existsSync(join(work, "dotfiles/faultline/hook.cjs"))).toBe(true);
    await uninstall();
    expect(readFileSync(join(work, "real.json"), "utf8")).toBe(SETTINGS);
    expect(snapshot(work)).toMatchObject({ "dotfiles/settings.json": "-> ../real.json" });
    expect(readdirSync(join(work, "dotfiles"))).toEqual(["settings.json"]);
  });

  it("a link to a file that is not there yet makes that file", async () => {
    mkdirSync(join(repo, ".claude"));
    symlinkSync(join(work, "later.json"), join(repo, ".claude/settings.json"));
    await install();
    expect(readlinkSync(join(repo, ".claude/settings.json"))).toBe(join(work, "later.json"));
    expect(JSON.parse(readFileSync(join(work, "later.json"), "utf8")).hooks).toBeDefined();
  });
});

describe("what cannot be done is one line, and nothing is written", () => {
  async function expectFailure(code: string, message: RegExp, more: Partial<InstallRequest> = {}) {
    const before = existsSync(repo) ? snapshot(work) : {};
    const error = await install(more).then(
      () => undefined,
      (thrown: Error) => thrown,
    );
    expect(error).toMatchObject({ name: "FaultlineError", code });
    expect(error?.message).toMatch(message);
    expect(error?.message).not.toContain("\n");
    if (existsSync(repo)) expect(snapshot(work)).toEqual(before);
  }

  it("broken settings, with file, line and column", async () => {
    put(".claude/settings.json", '{\n  "a": 1,\n  "b" 2\n}');
    await expectFailure("broken-config", /settings\.json:3:7: broken JSON \(colon expected\)$/);
  });

  it("a broken .mcp.json", async () => {
    put(".mcp.json", '{"mcpServers": []}');
    await expectFailure("broken-config", /\.mcp\.json:1:16: "mcpServers" must be an object, it is an array$/, {
      withMcp: true,
    });
  });

  it("hooks of the wrong shape", async () => {
    put(".claude/settings.json", '{"hooks": {"PostToolUse": "x"}}');
    await expectFailure("broken-config", /settings\.json:1:27: "hooks\.PostToolUse" must be an array, it is a string$/);
  });

  it("bytes that are no text", async () => {
    mkdirSync(join(repo, ".claude"));
    writeFileSync(join(repo, ".claude/settings.json"), Buffer.from([0xff, 0xfe, 0x7b, 0]));
    await expectFailure("broken-config", /settings\.json:1:1: not UTF-8 text$/);
  });

  it("a missing repository", async () => {
    await expectFailure("not-found", /nowhere: no such folder$/, { repo: join(work, "nowhere") });
  });

  it("a file in the place of a folder", async () => {
    put(".claude", "a file");
    await expectFailure("not-writable", /\.claude.*: a file is in the place of one of its folders/);
  });

  it("a folder in the place of the settings", async () => {
    mkdirSync(join(repo, ".claude/settings.json"), { recursive: true });
    await expectFailure("not-writable", /settings\.json: is a folder \(EISDIR\)/);
  });

  it("an interpreter that cannot import pytest, or is none", async () => {
    put("python", '#!/bin/sh\necho \'{"python": "3.12.0", "why": "ModuleNotFoundError: No module named pytest"}\'\n');
    chmodSync(join(repo, "python"), 0o755);
    await expectFailure("bad-request", /--python .*: cannot import pytest \(ModuleNotFoundError/, {
      python: join(repo, "python"),
    });
    await expectFailure("bad-request", /--python .*nope: no such program$/, { python: join(repo, "nope") });
  });

  it("an incomplete package", async () => {
    const broken = makePackage();
    rmSync(join(broken, "dist/hook.cjs"));
    await expectFailure("not-found", /incomplete: .*hook\.cjs is not there$/, { packageRoot: broken });
    rmSync(broken, { recursive: true });
  });

  it("a folder that may not be written", async () => {
    mkdirSync(join(repo, ".claude"));
    put(".claude/settings.json", SETTINGS);
    chmodSync(join(repo, ".claude"), 0o555);
    // root may write everywhere: as somebody else, then.
    const root = process.geteuid?.() === 0;
    for (const folder of [work, repo, packageRoot]) chmodSync(folder, 0o755);
    const before = snapshot(work);
    if (root) process.seteuid?.(65534);
    const error = await install().catch((thrown: Error) => thrown);
    if (root) process.seteuid?.(0);
    chmodSync(join(repo, ".claude"), 0o755);
    expect(error).toMatchObject({
      code: "not-writable",
      message: expect.stringMatching(/\.claude: no permission \(EACCES\)$/),
    });
    expect(Object.keys(snapshot(work))).toEqual(Object.keys(before));
  });

  it("a disk that fills up at any of the files: all are as they were", async () => {
    put(".claude/settings.json", SETTINGS);
    const before = snapshot(repo);
    const whole = (await install({ dryRun: true })).files.length;
    for (let at = 0; at < whole; at += 1) {
      let left = at;
      const io: FileIo = {
        ...fileIo,
        write: async (...args) => {
          if (left === 0) throw Object.assign(new Error("ENOSPC"), { code: "ENOSPC" });
          left -= 1;
          await fileIo.write(...args);
          if (left === 0) io.write = () => Promise.reject(Object.assign(new Error("ENOSPC"), { code: "ENOSPC" }));
        },
      };
      await expect(install({ io })).rejects.toMatchObject({
        code: "not-writable",
        message: expect.stringContaining("no space left"),
      });
      expect(snapshot(repo)).toEqual(before);
    }
  });
});

describe("at the same time", () => {
  it("many installations leave one set of entries, and many removals the original", async () => {
    put(".claude/settings.json", SETTINGS);
    const before = snapshot(repo);
    await Promise.all(Array.from({ length: 8 }, () => install()));
    const { hooks } = JSON.parse(read(".claude/settings.json"));
    expect(Object.values(hooks).map((groups) => (groups as unknown[]).length)).toEqual([1, 1, 1]);
    expect(Object.keys(snapshot(repo)).filter((path) => /lock|tmp/.test(path))).toEqual([]);
    await Promise.all(Array.from({ length: 4 }, () => uninstall()));
    expect(snapshot(repo)).toEqual(before);
  });

  it("the client's own write in between is kept", async () => {
    put(".claude/settings.json", SETTINGS);
    let once = true;
    const io: FileIo = {
      ...fileIo,
      read: async (path) => {
        if (once && path.endsWith(".claude/settings.json")) {
          once = false;
          writeFileSync(path, SETTINGS.replace('"x"', '"changed by the client"'));
        }
        return fileIo.read(path);
      },
    };
    await install({ io });
    const settings = JSON.parse(read(".claude/settings.json"));
    expect(settings.model).toBe("changed by the client");
    expect(settings.hooks.PostToolUse).toHaveLength(1);
  });

  it("a lock that a killed installation left behind is no obstacle", async () => {
    const gone = spawnSync("true").pid;
    put(".claude/.faultline-install.lock", `${gone} x`);
    await install();
    expect(existsSync(join(repo, ".claude/.faultline-install.lock"))).toBe(false);
  });
});
