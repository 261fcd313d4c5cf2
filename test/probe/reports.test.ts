import { mkdir, readdir, readFile, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { execa } from "execa";
import { beforeAll, expect, test } from "vitest";
import { readReports } from "../../src/probe/reports.ts";
import { findPluginPythons, findPythons, type TestPython } from "../support/pythons.ts";
import { probeDir, project, shellEnv, snapshot } from "./support.ts";

const report = join(probeDir, "report");

/** Plugins that take a second to import and matter in other tests. */
const slow = ["-p", "no:hypothesispytest", "-p", "no:fakefs"];

let pythons: TestPython[];
let plain: string;
beforeAll(async () => {
  pythons = await findPluginPythons();
  plain = (await findPythons())[0]?.python ?? "";
});

const files = {
  "test_a.py": `
import itertools

ATTEMPTS = itertools.count()


def test_fails():
    None.attribute


def test_passes_in_the_end():
    assert next(ATTEMPTS) > 0


def test_passes():
    pass
`,
  "pytest.ini": "[pytest]\n",
};

/** Runs pytest as somebody in a session would who opted in. */
async function session(python: string, folder: string, side: string, args: string[], env: NodeJS.ProcessEnv = {}) {
  const { all, exitCode } = await execa(python, ["-m", "pytest", "-p", "no:cacheprovider", ...args], {
    cwd: folder,
    env: shellEnv({ PYTHONDONTWRITEBYTECODE: "1", PYTHONPATH: report, FAULTLINE_REPORT_DIR: side, ...env }),
    extendEnv: false,
    reject: false,
    all: true,
  });
  // Times differ between runs.
  return { text: all.replaceAll(/\d+\.\d+s/g, "?s"), exitCode };
}

test("a run leaves its failures in a side file; its output, exit code and project are as without", async () => {
  for (const { python, version } of pythons) {
    const folder = await project(files);
    const side = join(await project({}), "reports");
    const before = await snapshot(folder);
    const args = [...slow, "-p", "no:randomly", "--reruns=1", "-v"];
    const reported = await session(python, folder, side, args);
    expect(await snapshot(folder)).toEqual(before);
    const without = await session(python, folder, side, args, { PYTHONPATH: undefined });
    expect(reported, version).toEqual(without);
    const records = (await readReports(side, 0)).map(({ record }) => record);
    expect(records, version).toHaveLength(1);
    expect(records[0]?.header).toMatchObject({ rootdir: folder, mode: "report" });
    expect(new Set(records[0]?.failures.map(({ nodeId }) => nodeId))).toEqual(new Set(["test_a.py::test_fails"]));
  }
});

test("workers of xdist each leave theirs", async () => {
  const [{ python } = { python: "" }] = pythons;
  const two = "def test_fails():\n    None.attribute\n\ndef test_crashes():\n    import os\n    os._exit(1)\n";
  const folder = await project({ "test_one.py": two, "test_two.py": "def test_fails():\n    None.attribute\n" });
  const side = join(folder, "reports");
  await session(python, folder, side, [...slow, "-n", "2", "-p", "no:randomly"]);
  const failures = (await readReports(side, 0)).flatMap(({ record }) => record.failures);
  expect(failures.map(({ nodeId }) => nodeId).sort()).toEqual([
    "test_one.py::test_crashes",
    "test_one.py::test_fails",
    "test_two.py::test_fails",
  ]);
  expect(failures.find(({ nodeId }) => nodeId.endsWith("test_crashes"))?.exception.message).toContain("crashed");
});

test("a passing run leaves no file, and neither does a pytest that a test starts", async () => {
  const folder = await project({
    "test_outer.py": `
import subprocess, sys

def test_outer():
    assert subprocess.call([sys.executable, "-m", "pytest", "inner.py", "-p", "no:cacheprovider"]) == 1
`,
    "inner.py": "def test_inner():\n    None.attribute\n",
  });
  const side = join(folder, "reports");
  expect((await session(plain, folder, side, [])).exitCode).toBe(0);
  expect(await readdir(side)).toEqual([]);
});

test("old side files are pruned, other files are left alone", async () => {
  const folder = await project(files);
  const side = join(folder, "reports");
  await mkdir(side);
  const yesterday = Date.now() - 25 * 3600 * 1000;
  await writeFile(join(side, `${yesterday}-1.jsonl`), "");
  await writeFile(join(side, "notes.txt"), "");
  for (let count = 0; count < 60; count += 1) await writeFile(join(side, `${Date.now() - 60_000 + count}-1.jsonl`), "");
  await session(plain, folder, side, []);
  const names = await readdir(side);
  expect(names).toContain("notes.txt");
  expect(names).not.toContain(`${yesterday}-1.jsonl`);
  expect(names).toHaveLength(41);
});

test("only files of the command's own time are read, and broken ones are passed over", async () => {
  const side = await project({ "1000000000000-1.jsonl": "{}", "1000000000001-2.jsonl": "", "other.jsonl": "x" });
  const header = { type: "header", schema: 1, python: "3", pytest: "9", rootdir: "/r", mode: "report" };
  const old = join(side, "1000000000002-3.jsonl");
  await writeFile(old, `${JSON.stringify(header)}\n`);
  expect(await readReports(side, 0)).toHaveLength(1);
  await utimes(old, new Date(5000), new Date(5000));
  expect(await readReports(side, 6000)).toHaveLength(0);
  expect(await readReports(join(side, "missing"), 0)).toEqual([]);
});

test("a broken plugin is no failure of the run", async () => {
  const folder = await project({ "test_a.py": "def test_a():\n    pass\n", "a file": "" });
  const { exitCode } = await session(plain, folder, join(folder, "a file"), []);
  expect(exitCode).toBe(0);
  const entry = await readFile(join(report, "faultline_report-1.dist-info", "entry_points.txt"), "utf8");
  expect(entry).toContain("faultline_report = faultline_report");
});
