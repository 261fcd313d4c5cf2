import { cp, mkdir, mkdtemp, readdir, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { execa } from "execa";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { columnsOf } from "../../src/cli/terminal-text.ts";
import type { Investigation } from "../../src/debugging/reports.ts";
import { loadTokenCounter } from "../../src/kernel/tokens.ts";
import { shellEnv, snapshot } from "../probe/support.ts";
import { findPythons } from "../support/pythons.ts";
import { inTerminal } from "./in-terminal.ts";

const cli = resolve("dist/cli.js");
const nodeId = "tests/test_invoice.py::test_headlamp_without_a_price_costs_nothing_yet";

let home: string;
let repo: string;
let slow: string;
let temporary: string;
let python: string;
let env: NodeJS.ProcessEnv;

beforeAll(async () => {
  python = (await findPythons()).at(-1)?.python ?? "";
  home = await realpath(await mkdtemp(join(tmpdir(), "fl-cli-")));
  repo = join(home, "shop");
  temporary = join(home, "tmp");
  await mkdir(temporary);
  await cp(resolve("templates/demo"), repo, { recursive: true });
  slow = join(home, "slow");
  await mkdir(slow);
  await writeFile(join(slow, "test_slow.py"), "import time\n\n\ndef test_slow():\n    time.sleep(60)\n");
  env = shellEnv({ XDG_STATE_HOME: join(home, "state"), TMPDIR: temporary, TERM: "xterm" });
});

afterAll(() => rm(home, { recursive: true, force: true }));

function faultline(...words: string[]) {
  return execa(process.execPath, [cli, ...words], { cwd: repo, env, extendEnv: false, reject: false });
}

function investigate(...words: string[]) {
  return faultline("investigate", "--python", python, "--deadline-seconds", "15", ...words);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: that is what they are
const colours = /\u001b\[\d+m/g;

describe("faultline investigate", () => {
  test("prints one line of JSON within the budget where nobody looks, and leaves the project as it was", async () => {
    const before = await snapshot(repo);
    const { stdout, exitCode } = await investigate("--budget-tokens", "1500", nodeId);
    expect(exitCode).toBe(0);
    expect(stdout).not.toContain("\n");
    const answer: Investigation = JSON.parse(stdout);
    expect((await loadTokenCounter())(stdout)).toBeLessThanOrEqual(1500);
    expect(answer.tokens.used).toBeLessThanOrEqual(1500);
    expect(answer).toMatchObject({ status: "failed", failure: { exception: { type: "TypeError" } } });
    expect(answer.origin?.steps[0]).toMatchObject({ path: "shop/pricelist.py", line: 14 });
    expect(answer.suspects.length).toBeGreaterThan(0);
    expect(await snapshot(repo)).toEqual(before);
    expect(await readdir(temporary)).toEqual([]);
  });

  test("gives what the budget left out by the handle, and says what has changed since", async () => {
    const { stdout } = await investigate("--budget-tokens", "900", nodeId);
    const answer: Investigation = JSON.parse(stdout);
    const left = answer.omitted.find(({ what }) => what === "suspects");
    const printed = await faultline("evidence", left?.handle ?? "");
    expect(printed.exitCode).toBe(0);
    const shown = JSON.parse(printed.stdout);
    expect(shown).toMatchObject({ handle: left?.handle, kind: "investigation: suspects", stale: [] });
    expect(Date.parse(shown.madeAt)).toBeLessThanOrEqual(Date.now());
    expect(shown.body).toHaveLength(left?.count ?? 0);
    const pricelist = join(repo, "shop", "pricelist.py");
    await writeFile(pricelist, `${await execa("cat", [pricelist]).then((cat) => cat.stdout)}\n# edited\n`);
    const later = await faultline("evidence", answer.evidence ?? "");
    expect(JSON.parse(later.stdout)).toMatchObject({
      stale: ["shop/pricelist.py changed"],
      body: { nodeId, status: "failed" },
    });
  });

  test.each(["/proc/nope", "/etc/hostname"])("answers where its state cannot be kept: %s", async (state) => {
    const options = { cwd: repo, env: { ...env, XDG_STATE_HOME: state }, extendEnv: false, reject: false };
    const words = ["investigate", "--python", python, "--deadline-seconds", "15", "--budget-tokens", "900", nodeId];
    const { stdout, exitCode } = await execa(process.execPath, [cli, ...words], options);
    expect(exitCode).toBe(0);
    const answer: Investigation = JSON.parse(stdout);
    expect(answer.notes).toContainEqual(expect.stringContaining("evidence could not be kept: "));
    expect(answer.suspects.length).toBeGreaterThan(0);
    expect(answer.omitted.filter(({ handle }) => handle !== undefined)).toEqual([]);
    const asked = await execa(process.execPath, [cli, "evidence", "ev_1f2e3d4c5b6a"], options);
    expect(asked).toMatchObject({ exitCode: 2, stdout: "" });
    expect(asked.stderr).toContain("nothing is kept");
  });

  test("exits with 1 where the test passes", async () => {
    const { stdout, exitCode } = await investigate("tests/test_invoice.py::test_one_tent");
    expect(JSON.parse(stdout)).toMatchObject({ status: "passed" });
    expect(exitCode).toBe(1);
  });

  test("notes that the project's own Python has no pytest, and which one is used", async () => {
    const bare = await mkdtemp(join(home, "bare-"));
    await writeFile(join(bare, "test_a.py"), "def test_a():\n    assert 1 == 2\n");
    await mkdir(join(bare, ".venv", "bin"), { recursive: true });
    const why = `{"python": "3.12.1", "why": "ModuleNotFoundError: No module named 'pytest'"}`;
    await writeFile(join(bare, ".venv", "bin", "python"), `#!/bin/sh\ncat <<'E'\n${why}\nE\n`, { mode: 0o755 });
    const { stdout } = await execa(process.execPath, [cli, "investigate", "test_a.py::test_a"], {
      cwd: bare,
      env: { ...env, PATH: `${dirname(python)}:${env["PATH"]}` },
      extendEnv: false,
      reject: false,
    });
    const { notes } = JSON.parse(stdout) as Investigation;
    expect(notes).toContainEqual(expect.stringMatching(/^\.venv\/bin\/python has no pytest; \/.* is used$/));
  });

  test("exits with 2 where the test cannot run, says why, and names no command to run it", async () => {
    const missing = "tests/test_invoice.py::TestInvoice::nope";
    const { stdout, stderr, exitCode } = await investigate(missing);
    const answer: Investigation = JSON.parse(stdout);
    expect(answer).toMatchObject({ status: "not-run", problem: `no such test: ${missing}` });
    expect(answer).not.toHaveProperty("rerun");
    expect(stderr.split("\n").at(-1)).toBe(`faultline: no such test: ${missing}`);
    expect(exitCode).toBe(2);
  });

  test.each([
    ["conftest.py", "import gone\n", /^conftest\.py could not be collected: .*gone/],
    ["pytest.ini", "[pytest\n", /^pytest did not start: .*pytest\.ini/],
  ])("exits with 2 where %s is broken, and says so", async (name, text, problem) => {
    const broken = await mkdtemp(join(home, "broken-"));
    await writeFile(join(broken, name), text);
    await writeFile(join(broken, "test_a.py"), "def test_a():\n    pass\n");
    const { stdout, exitCode } = await investigate("--repo", broken, "test_a.py::test_a");
    expect(JSON.parse(stdout)).toMatchObject({ status: "not-run", problem: expect.stringMatching(problem) });
    expect(exitCode).toBe(2);
  });

  test.each([
    [["tests/nowhere.py::test_x"], '"tests/nowhere.py::test_x": no such file'],
    [["../tests/test_x.py::test_x"], '"../tests/test_x.py::test_x": outside of the checkout'],
    [["--budget-tokens", "10", nodeId], "--budget-tokens wants a whole number from 200 to 100000"],
    [["--budget-tokens", "-1", nodeId], "--budget-tokens wants a whole number from 200 to 100000"],
    [["--budget-tokens", "many", nodeId], "--budget-tokens wants a whole number from 200 to 100000"],
    [["--deadline-seconds", "0", nodeId], "--deadline-seconds wants a whole number from 1 to 86400"],
    [["--repo", "/nowhere", nodeId], "/nowhere: no such folder"],
    [["--python", "/nowhere/python", nodeId], "--python /nowhere/python: no such program"],
    [["--python", "/bin/true", nodeId], "/bin/true: cannot import pytest (it does not answer as Python does)"],
    [["--python", "/bin/ls", nodeId], "/bin/ls: cannot import pytest (it does not answer as Python does)"],
    [["--colour", nodeId], "unknown option --colour (see faultline investigate --help)"],
    [[], "investigate wants a <nodeid>"],
  ])("refuses %j with one line and status 2", async (words, message) => {
    const given = words.includes("--python") ? words : ["--python", python, ...words];
    const { stdout, stderr, exitCode } = await faultline("investigate", ...given);
    expect({ stdout, exitCode }).toEqual({ stdout: "", exitCode: 2 });
    // A slow machine has time to tell what it is doing.
    const lines = stderr.split("\n").filter((line) => !line.startsWith("faultline: looking at"));
    expect(lines).toEqual([expect.stringContaining(message)]);
  });

  test("refuses a handle that it never gave", async () => {
    const { stderr, exitCode } = await faultline("evidence", "../../etc/passwd");
    expect(exitCode).toBe(2);
    expect(stderr.split("\n")).toEqual([expect.stringContaining("no evidence ../../etc/passwd")]);
  });

  test("tells on standard error what it is doing, where that takes longer than a second", async () => {
    const { stdout, stderr, exitCode } = await faultline(
      ...["investigate", "--python", python, "--deadline-seconds", "3", "--repo", slow, "test_slow.py::test_slow"],
    );
    expect(JSON.parse(stdout)).toMatchObject({ status: "deadline" });
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/^faultline: alone: /m);
    expect(stderr).not.toContain("\u001b");
  });

  test("shows a report on a terminal, as wide as that is, in colours", async () => {
    const { shown, exitCode } = await inTerminal(
      [process.execPath, cli, "investigate", "--python", python, "--deadline-seconds", "15", nodeId],
      { columns: 80, env, cwd: repo },
    );
    expect(exitCode).toBe(0);
    expect(shown).toMatch(colours);
    const plain = shown.replace(colours, "").split("\u001b[K").at(-1) ?? "";
    for (const part of [
      /^FAILED {2}tests\/test_invoice\.py::test_headlamp/,
      "TypeError: unsupported operand",
      /Where the None was made, and its way to the crash\n {2}shop\/pricelist\.py:14 in parse_price .*\n {4}return None\n/,
      /\nSuspects: measured over \d+ tests\n +1/,
      /\nValues that differ\n {2}compared with tests\/test_invoice\.py::test_\w+, which passes\n/,
      /\nCode to look at\n {2}shop\/pricelist\.py\n/,
      /> 14 │ {9}return None\n/,
      /\nAll of it: faultline evidence ev_[0-9a-f]{12}\n$/,
    ]) {
      expect(plain).toMatch(part);
    }
    const long = plain.split("\n").filter((line) => columnsOf(line) > 80 && !line.startsWith("Run it: "));
    expect(long).toEqual([]);
  });

  test("prints JSON there, too, when asked, and no colour where none is wanted", async () => {
    const argv = [process.execPath, cli, "investigate", "--python", python, "tests/test_invoice.py::test_one_tent"];
    const json = await inTerminal([...argv, "--json"], { columns: 80, env, cwd: repo });
    expect(JSON.parse(json.shown.slice(json.shown.indexOf("{")))).toMatchObject({ status: "passed" });
    const plain = await inTerminal(argv, { columns: 80, env: { ...env, NO_COLOR: "1" }, cwd: repo });
    expect(plain.shown).toContain("PASSED  tests/test_invoice.py::test_one_tent");
    expect(plain.shown).not.toMatch(colours);
  });

  test("Ctrl-C ends it, its tests too, and leaves nothing behind", async () => {
    const before = await snapshot(slow);
    const { shown, exitCode } = await inTerminal(
      [process.execPath, cli, "investigate", "--python", python, "test_slow.py::test_slow"],
      { columns: 80, env, cwd: slow, type: { after: "alone: ", keys: "\u0003" } },
    );
    expect(exitCode).toBe(130);
    expect(shown).toMatch(/faultline: cancelled\n$/);
    expect(await snapshot(slow)).toEqual(before);
    expect(await readdir(temporary)).toEqual([]);
    const { stdout } = await execa("ps", ["-eo", "args"]);
    expect(
      stdout.split("\n").filter((line) => line.includes(temporary) || line.includes("test_slow.py::test_slow")),
    ).toEqual([]);
  });
});
