import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { doctor, formatDoctor } from "../../src/install/doctor.ts";
import type { Scope } from "../../src/install/entries.ts";
import { installClaude } from "../../src/install/install.ts";
import { makePackage } from "./package-root.ts";

let packageRoot: string;
let work: string;
let repo: string;
let bin: string;

beforeAll(() => {
  packageRoot = makePackage("1.0.0");
});

afterAll(() => rmSync(packageRoot, { recursive: true, force: true }));

beforeEach(() => {
  work = mkdtempSync(join(tmpdir(), "faultline doctor-"));
  repo = join(work, "repo");
  bin = join(work, "bin");
  mkdirSync(repo);
  interpreter();
  script(join(bin, "node"), "echo v22.1.0");
  script(join(bin, "claude"), "echo '2.1.332 (Claude Code)'");
  return () => rmSync(work, { recursive: true, force: true });
});

function script(path: string, body: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `#!/bin/sh\n${body}\n`, { mode: 0o755 });
}

/** Answers as an interpreter does, for both questions that are asked. */
function interpreter(versions = { python: "3.12.1", pytest: "8.1.0" }): void {
  const answer = JSON.stringify(versions);
  script(
    join(repo, ".venv/bin/python"),
    `case "$3" in *faultline_probe*) echo "$PYTHONPATH/faultline_probe/__init__.py" ;; *) echo '${answer}' ;; esac`,
  );
}

function env(): NodeJS.ProcessEnv {
  return { HOME: join(work, "home"), PATH: bin };
}

async function install(scope: Scope = "project", report = false): Promise<void> {
  const paths = { repo, packageRoot, env: env(), node: process.execPath };
  await installClaude({ ...paths, scope, withMcp: false, report, dryRun: false });
}

/** The checks that are not ok, as "status name: found". */
async function complaints(size = { files: 200, lines: 20_000 }): Promise<string[]> {
  const report = await doctor({ repo, packageRoot, env: env(), repoSize: async () => size });
  const bad = report.checks.filter(({ status }) => status !== "ok");
  for (const check of bad) if (check.status === "fail" && check.name !== "settings") expect(check.mend).toBeTruthy();
  expect(report.ok).toBe(bad.every(({ status }) => status !== "fail"));
  return bad.map(({ status, name, found }) => `${status} ${name}: ${found}`);
}

const file = (path: string) => join(repo, ".claude", path);

describe("doctor", () => {
  it("finds nothing to mend after an installation in any scope, and says what it found", async () => {
    for (const scope of ["project", "local", "user"] as const) {
      await install(scope);
      const left = await complaints();
      expect(left.filter((line) => !line.includes("twice"))).toEqual([]);
    }
    rmSync(join(work, "home"), { recursive: true });
    const report = await doctor({
      repo,
      packageRoot,
      env: env(),
      repoSize: async () => ({ files: 200, lines: 20_000 }),
    });
    const text = formatDoctor(report);
    expect(text).toContain("ok   hooks: 3 entries in");
    expect(text).toContain("ok   report mode: off (install-claude --report switches it on)");
    expect(text).toContain("ok   hook files: version 1.0.0 in");
    expect(text).toContain(`ok   node: ${process.execPath} (${process.version})`);
    expect(text).toContain("ok   interpreter: ");
    expect(text).toContain("(Python 3.12.1, pytest 8.1.0; remembered)");
    expect(text).toContain("ok   probe: imports from");
    expect(text).toContain("ok   size of the repository: 200 Python files, 20000 lines");
    expect(text).toContain("ok   Claude Code: 2.1.332");
    expect(text.endsWith("Everything that the hooks need is there.")).toBe(true);
  });

  it("says where report mode is on, and how to mend without switching it off", async () => {
    await install("project", true);
    expect(await complaints()).toEqual([]);
    rmSync(file("faultline/probe/faultline_report-1-py3-none-any.whl"));
    const report = await doctor({
      repo,
      packageRoot,
      env: env(),
      repoSize: async () => ({ files: 200, lines: 20_000 }),
    });
    const text = formatDoctor(report);
    expect(text).toContain("ok   hooks: 4 entries in");
    expect(text).toContain(
      `ok   report mode: on: every pytest run of a session leaves its failures as structure (${file("settings.json")})`,
    );
    expect(text).toContain("to mend: npx faultline install-claude --repo . --report --scope project");
  });

  it("says that nothing is installed, and what to do", async () => {
    expect(await complaints()).toEqual(["fail hooks: Faultline is not installed for this project"]);
  });

  it.each<[string, () => void, RegExp]>([
    ["a missing file", () => rmSync(file("faultline/hook.cjs")), /^fail hook files: missing in .*: hook\.cjs$/],
    [
      "a changed file",
      () => writeFileSync(file("faultline/hook.cjs"), "x"),
      /^warn hook files: in .* not as version 1\.0\.0 has them: hook\.cjs$/,
    ],
    [
      "a node that is gone",
      () => writeFileSync(file("faultline/local/node"), "/gone/node\n"),
      /^warn node: .*bin\/node \(v22\.1\.0\), from PATH/,
    ],
    [
      "a remembered interpreter without pytest",
      () => interpreterWithout(),
      /^fail interpreter: .* cannot import pytest \(ModuleNotFoundError\)$/,
    ],
    [
      "an old pytest",
      () => interpreter({ python: "3.8.1", pytest: "6.1.2" }),
      /^fail interpreter: .*pytest is older than 6\.2$/,
    ],
    ["an old Python", () => interpreter({ python: "3.7.1", pytest: "7.4.4" }), /^fail interpreter: .*older than 3\.8$/],
    [
      "a pytest from the future",
      () => interpreter({ python: "3.14.1", pytest: "10.0.0" }),
      /^warn interpreter: .*newer than pytest 9/,
    ],
    [
      "a comment in the settings",
      () => prepend("// note\n"),
      /^fail settings: .*settings\.json:1:1: Claude Code reads strict JSON/,
    ],
    ["broken settings", () => prepend("{"), /^fail settings: .*settings\.json:1:2: broken JSON/],
    [
      "an entry that was taken out",
      () => edit(/"UserPromptSubmit"/, '"Stop"'),
      /^fail hooks: .*no entry of this version for UserPromptSubmit; 1 entries that are old/,
    ],
    ["hooks switched off", () => edit(/\{/, '{"disableAllHooks": true,'), /^fail settings: .* switches all hooks off$/],
    [
      "the plugin besides",
      () => edit(/\{/, '{"enabledPlugins": {"faultline@npm": true},'),
      /^fail hooks: each failure would be explained twice: the plugin/,
    ],
    [
      "a broken configuration",
      () => writeFileSync(file("faultline/config.json"), '{"minFiles": "a"}'),
      /^fail configuration: .*"minFiles" must be a number$/,
    ],
    [
      "a client that does not start",
      () => script(join(bin, "claude"), "exit 1"),
      /^warn Claude Code: .* does not tell its version$/,
    ],
  ])("sees %s", async (_what, damage, complaint) => {
    await install();
    damage();
    expect(await complaints()).toContainEqual(expect.stringMatching(complaint));
  });

  function interpreterWithout(): void {
    script(join(repo, ".venv/bin/python"), `echo '{"python": "3.12.1", "why": "ModuleNotFoundError"}'`);
  }

  function prepend(text: string): void {
    writeFileSync(file("settings.json"), text + readFileSync(file("settings.json"), "utf8"));
  }

  function edit(from: RegExp, to: string): void {
    writeFileSync(file("settings.json"), readFileSync(file("settings.json"), "utf8").replace(from, to));
  }

  it("sees a node that is too old, and none at all", async () => {
    await install();
    rmSync(file("faultline/local/node"));
    script(join(bin, "node"), "echo v18.20.0");
    expect(await complaints()).toContainEqual(expect.stringMatching(/^fail node: .* is v18\.20\.0, older than 20$/));
    rmSync(join(bin, "node"));
    expect(await complaints()).toContainEqual("fail node: none is remembered and none is on PATH");
  });

  it("says when the repository is under the limits of silence, which the configuration may lower", async () => {
    await install();
    expect(await complaints({ files: 3, lines: 90 })).toEqual([
      "warn size of the repository: 3 Python files, 90 lines: under the limits of 100 files and 10000 lines Faultline is silent",
    ]);
    writeFileSync(file("faultline/config.json"), '{"minFiles": 0, "minLines": 0}');
    expect(await complaints({ files: 3, lines: 90 })).toEqual([]);
  });

  it("sees entries in two scopes that are not the same", async () => {
    await install("project");
    await install("user");
    expect(await complaints()).toContainEqual(
      expect.stringMatching(/^fail hooks: each failure would be explained twice: different entries in/),
    );
  });

  it("is content with the plugin alone", async () => {
    mkdirSync(join(repo, ".claude"));
    writeFileSync(join(repo, ".claude/settings.json"), '{"enabledPlugins": {"faultline@faultline": true}}');
    expect(await complaints()).toEqual([]);
  });
});
