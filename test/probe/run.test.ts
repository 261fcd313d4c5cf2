import { mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { findPythons, type TestPython } from "../support/pythons.ts";
import { gitInit, probe, project, shellEnv, snapshot } from "./support.ts";

const shop = {
  "shop/__init__.py": "",
  "shop/prices.py": `
PRICES = {"tea": 3}


def find(name):
    return PRICES.get(name)


def double(name):
    price = find(name)
    return price.real * 2
`,
  "tests/test_prices.py": `
from shop.prices import double


def test_known():
    assert double("tea") == 6


def test_unknown():
    assert double("milk") == 4
`,
};

let pythons: TestPython[];
let python: string;
beforeAll(async () => {
  pythons = await findPythons();
  python = pythons.at(-1)?.python ?? "";
});

test("a failing test is recorded with its crash and the origin of its None, on every Python", {
  timeout: 300_000,
}, async () => {
  const folder = await project(shop);
  for (const { python: each, version } of pythons) {
    const run = await probe(each, folder, { nodeIds: ["tests/test_prices.py::test_unknown"] });
    expect(run.problem, version).toBeUndefined();
    expect(run.ended).toBe("exited");
    expect(run.record?.failures).toMatchObject([
      {
        nodeId: "tests/test_prices.py::test_unknown",
        phase: "call",
        exception: { type: "AttributeError", message: "'NoneType' object has no attribute 'real'" },
        frames: [
          { path: join(folder, "tests/test_prices.py"), line: 10, function: "test_unknown", project: true },
          { path: join(folder, "shop/prices.py"), line: 11, code: "return price.real * 2", project: true },
        ],
      },
    ]);
    const [origin] = run.record?.origins ?? [];
    expect(origin, version).toMatchObject({ status: "found", bad: "none" });
    expect(origin?.steps[0]).toMatchObject({ kind: "miss", path: join(folder, "shop/prices.py"), line: 6 });
    expect(origin?.steps.at(-1)).toMatchObject({ kind: "crash", line: 11 });
  }
});

test("a passing test is recorded as passed", async () => {
  const run = await probe(python, await project(shop), { nodeIds: ["tests/test_prices.py::test_known"] });
  expect(run.record?.failures).toEqual([]);
  expect(run.record?.end).toEqual({ type: "end", exitStatus: 0 });
});

test("report mode records failures and does not trace", async () => {
  const folder = await project({
    "test_a.py": "import sys\n\ndef test_a():\n    assert sys.gettrace() is None\n    None.a\n",
  });
  const run = await probe(python, folder, { mode: "report" });
  expect(run.record?.header.mode).toBe("report");
  expect(run.record?.failures[0]?.exception.type).toBe("AttributeError");
  expect(run.record?.origins).toEqual([]);
});

describe("a run that does not come to its end keeps what it recorded", () => {
  const cut = (statement: string, ...imports: string[]) => ({
    "test_cut.py": `${imports.map((name) => `import ${name}\n`).join("")}
def test_fails():
    None.attribute

def test_never_ends():
    ${statement}
`,
  });

  test("when the deadline passes", async () => {
    const run = await probe(python, await project(cut("time.sleep(60)", "time")), { deadline: 8_000 });
    expect(run.ended).toBe("deadline");
    expect(run.problem).toBe("the run was cut off: the deadline passed");
    expect(run.record?.failures[0]?.nodeId).toBe("test_cut.py::test_fails");
    expect(run.record?.end).toBeUndefined();
  });

  test("when the test leaves the process", async () => {
    const run = await probe(python, await project(cut("os._exit(3)", "os")));
    expect(run).toMatchObject({ ended: "exited", problem: "the run was cut off: exit code 3" });
    expect(run.record?.failures).toHaveLength(1);
  });

  test("when the process is killed", async () => {
    const run = await probe(python, await project(cut("os.kill(os.getpid(), 9)", "os")));
    expect(run).toMatchObject({ ended: "signalled", problem: "the run was cut off: it was ended by SIGKILL" });
    expect(run.record?.failures).toHaveLength(1);
  });

  test("when the caller cancels", async () => {
    const controller = new AbortController();
    const folder = await project(cut("open('started', 'w').close(); time.sleep(60)", "time"));
    const running = probe(python, folder, { signal: controller.signal });
    while (!(await readdir(folder)).includes("started")) await new Promise((resolve) => setTimeout(resolve, 50));
    controller.abort();
    const run = await running;
    expect(run).toMatchObject({ ended: "cancelled", problem: "the run was cut off: it was cancelled" });
    expect(run.record?.failures).toHaveLength(1);
  });
});

describe("a run that cannot start says why", () => {
  test("without the interpreter", async () => {
    const run = await probe("/nowhere/bin/python", await project(shop));
    expect(run).toMatchObject({ ended: "not-started", record: undefined });
    expect(run.problem).toContain("could not start /nowhere/bin/python");
  });

  test("without the folder", async () => {
    const run = await probe(python, "/nowhere/at/all");
    expect(run).toMatchObject({ ended: "not-started", record: undefined });
    expect(run.problem).toContain("/nowhere/at/all");
  });

  test("without pytest", async () => {
    const run = await probe(python, await project(shop), { argv: [python, "-S", "-m", "pytest"] });
    expect(run).toMatchObject({ record: undefined, problem: `${python} has no pytest` });
  });

  test("with an option that pytest does not know", async () => {
    const run = await probe(python, await project(shop), { args: ["--no-such-option"] });
    expect(run.record?.failures ?? []).toEqual([]);
    expect(run.problem).toContain("pytest refused its arguments");
    expect(run.problem).toContain("unrecognized arguments: --no-such-option");
  });

  test("with an error in conftest.py, which is a failure", async () => {
    const run = await probe(python, await project({ ...shop, "tests/conftest.py": "import nothing_there\n" }), {
      nodeIds: ["tests/test_prices.py"],
    });
    expect(run.record?.failures).toMatchObject([
      { phase: "collection", exception: { type: "ModuleNotFoundError", message: "No module named 'nothing_there'" } },
    ]);
  });

  test("with a test that is not there", async () => {
    const run = await probe(python, await project(shop), { nodeIds: ["tests/test_prices.py::test_gone"] });
    expect(run.record?.failures).toEqual([]);
    expect(run.record?.end?.exitStatus).toBe(4);
  });
});

test("a flood of output is no obstacle", async () => {
  const text = `
import os

def test_flood():
    block = b"x" * 1_000_000
    for _ in range(100):
        os.write(1, block)
    None.attribute
`;
  const run = await probe(python, await project({ "test_flood.py": text }), { args: ["-s"] });
  expect(run.record?.failures[0]?.exception.type).toBe("AttributeError");
});

test("the environment is the caller's, its PYTHONPATH included, and no more", async () => {
  const folder = await project({
    "lib/helper.py": "VALUE = 1\n",
    "test_env.py": `
import os
from helper import VALUE

def test_env():
    assert os.environ["MINE"] == "yes"
    assert os.environ["PYTHONPATH"] == os.path.join(os.getcwd(), "lib")
    assert not [name for name in os.environ if "FAULTLINE" in name or "VITEST" in name]
    assert "COVERAGE_PROCESS_START" not in os.environ
`,
  });
  const run = await probe(python, folder, {
    env: shellEnv({
      MINE: "yes",
      PYTHONPATH: join(folder, "lib"),
      COVERAGE_PROCESS_START: "/nowhere",
      FAULTLINE_REPORT_DIR: join(folder, "reports"),
    }),
  });
  expect(run.record?.failures).toEqual([]);
  expect(run.record?.end?.exitStatus).toBe(0);
});

test("temporary files are gone afterwards, the tests' own included", async () => {
  const folder = await project({
    "temporary/.keep": "",
    "test_temporary.py": `
import os, tempfile

def test_temporary(tmp_path):
    os.mkdir(tmp_path / "locked")
    (tmp_path / "locked" / "file").write_text("x")
    os.chmod(tmp_path / "locked", 0)
    tempfile.mkdtemp()
    None.attribute
`,
  });
  const before = process.env["TMPDIR"];
  process.env["TMPDIR"] = join(folder, "temporary");
  onTestFinished(() => {
    if (before === undefined) delete process.env["TMPDIR"];
    else process.env["TMPDIR"] = before;
  });
  const run = await probe(python, folder);
  expect(run.record?.failures[0]?.exception.type).toBe("AttributeError");
  expect(await readdir(join(folder, "temporary"))).toEqual([".keep"]);
});

test("the project stays as it is, whatever its configuration asks for", async () => {
  const folder = await project({
    ...shop,
    "pytest.ini": `[pytest]
addopts = --junitxml=report.xml --log-file=run.log --basetemp=scratch --lf --nf --cache-clear -x --pdb --trace
    --color=yes --showlocals --debug=trace.log
cache_dir = caches
log_cli = true
log_file = other.log
`,
    "scratch/mine.txt": "keep this",
  });
  await gitInit(folder);
  await mkdir(join(folder, "caches"));
  const before = await snapshot(folder);
  const run = await probe(python, folder);
  expect(run.record?.failures.map(({ nodeId }) => nodeId)).toEqual(["tests/test_prices.py::test_unknown"]);
  expect(await snapshot(folder)).toEqual(before);
});
