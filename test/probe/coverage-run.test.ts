import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { type CoverageRequest, type CoverageRun, runCoverage } from "../../src/probe/coverage-run.ts";
import { findCoveragePythons, findPluginPythons, findPythons, type TestPython } from "../support/pythons.ts";
import { gitInit, probeDir, project, shellEnv, snapshot } from "./support.ts";

/** Several whole runs of pytest; a busy machine needs long for them. */
const timeout = 300_000;

const shop = {
  "shop/__init__.py": "",
  "shop/prices.py": `
PRICES = {"tea": 3, "milk": None}


def find(name):
    return PRICES[name]


def double(name):
    price = find(name)
    return price * 2


def unused():
    return 1
`,
  "tests/test_prices.py": `
import pytest

from shop.prices import double, find


def test_tea():
    assert double("tea") == 6


def test_find():
    assert find("tea") == 3
    assert find("milk") is None


@pytest.mark.skip
def test_skipped():
    assert double("tea") == 1


@pytest.mark.xfail
def test_expected():
    assert double("tea") == 1


def test_milk():
    assert find("milk") is None
    assert double("milk") == 4


def test_fails_too():
    assert double("tea") == 7
`,
};

/** What tests share, in every way that there is. */
const shared = {
  "lib.py": `
import functools

LIMIT = 10


def base():
    return 1


def extra(number):
    if number > 2:
        return number
    return LIMIT


def opened(log):
    log.append("open")
    yield log
    log.append("closed")
`,
  "lazy.py": `
import lib

START = lib.extra(3)


def get():
    return START
`,
  "conftest.py": `
import pytest

import lib


@pytest.fixture(scope="session")
def session():
    return lib.base()


@pytest.fixture(scope="module", params=["one", "two"])
def number(request, session):
    yield lib.extra(len(request.param) + session)


@pytest.fixture(scope="class")
def log():
    yield from lib.opened([])


@pytest.fixture(autouse=True)
def each():
    yield lib.base()
`,
  ...Object.fromEntries(
    ["a", "b", "c", "d"].map((name, index) => [
      `test_${name}.py`,
      `
import unittest

import pytest

import lib


@pytest.mark.parametrize("value", [0, 1, 2, 3, 4, "x::y", "[z]"])
def test_values(value):
    assert lib.extra(value if type(value) is int else ${index}) != 4


def test_fixture(number):
    assert number > 2


class TestTogether:
    @classmethod
    def setup_class(cls):
        cls.first = lib.extra(5)

    def test_one(self, log, session):
        log.append("one")

    def test_two(self, log):
        assert log == ["open", "one"]


class TestCase(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        import lazy

        cls.start = lazy.get()

    def test_start(self):
        import lazy

        assert self.start == lazy.get() == 3
`,
    ]),
  ),
};

let pythons: TestPython[];
let newest: TestPython;
beforeAll(async () => {
  pythons = await findCoveragePythons();
  newest = pythons.at(-1) ?? fail();
}, timeout);

function fail(): never {
  throw new Error("no Python was found");
}

function measure(python: string, cwd: string, request: Partial<CoverageRequest> = {}): Promise<CoverageRun> {
  return runCoverage({
    argv: [python, "-m", "pytest"],
    args: [],
    nodeIds: [],
    cwd,
    env: shellEnv(),
    probeDir,
    deadline: 120_000,
    targets: [],
    workers: 1,
    steps: true,
    ...request,
  });
}

/** What does not depend on where and when a run was. */
function substance({ spectrum, tests, steps, complete, problem, failures }: CoverageRun) {
  const byId = [...tests].sort((a, b) => (a.nodeId < b.nodeId ? -1 : 1)).map(({ seconds: _, ...test }) => test);
  const failed = failures.map(({ nodeId }) => nodeId).sort();
  return { spectrum, tests: byId, steps: Object.fromEntries(steps), complete, problem, failures: failed };
}

function statement(run: CoverageRun, path: string, line: number) {
  return run.spectrum.statements.find((each) => each.path === path && each.line === line);
}

describe("a suite with a failing test", () => {
  test("gives its spectrum, its tests and the steps of the failing one", async () => {
    const folder = await project(shop);
    await gitInit(folder);
    const before = await snapshot(folder);
    const target = "tests/test_prices.py::test_milk";
    const run = await measure(newest.python, folder, { targets: [target] });
    expect(run.problem).toBeUndefined();
    expect(run).toMatchObject({ ended: "exited", complete: true, tracer: "sys.monitoring", workers: 1 });
    expect(run.spectrum).toMatchObject({ failing: 1, passing: 2 });
    const prices = join(folder, "shop/prices.py");
    expect(statement(run, prices, 6)).toEqual({
      path: prices,
      line: 6,
      last: 6,
      function: "find",
      functionLine: 5,
      functionLast: 6,
      failing: 1,
      passing: 2,
    });
    expect(statement(run, prices, 11)).toMatchObject({ function: "double", failing: 1, passing: 1 });
    // An import made the table; it counts for whoever executes something of that file.
    expect(statement(run, prices, 2)).toMatchObject({ function: "", functionLine: 0, failing: 1, passing: 2 });
    expect(statement(run, prices, 15)).toBeUndefined();
    expect(run.tests.map(({ nodeId, outcome, phase }) => [nodeId.split("::")[1], outcome, phase])).toEqual([
      ["test_tea", "passed", undefined],
      ["test_find", "passed", undefined],
      ["test_skipped", "skipped", undefined],
      ["test_expected", "xfailed", undefined],
      ["test_milk", "failed", "call"],
      ["test_fails_too", "failed", "call"],
    ]);
    const milk = run.tests.find(({ nodeId }) => nodeId === target);
    expect(milk?.shared).toBe(milk?.statements);
    expect(milk?.shared).toBe(run.spectrum.statements.length);
    expect(run.failures.map(({ nodeId }) => nodeId)).toEqual([target, "tests/test_prices.py::test_fails_too"]);
    const steps = run.steps.get(target) ?? [];
    expect(steps.map(({ line, function: name }) => [line, name])).toEqual([
      [27, "test_milk"],
      [28, "test_milk"],
    ]);
    const lines = steps.at(-1)?.statements.map((index) => run.spectrum.statements[index]?.line);
    expect(lines).toEqual([28, 10, 6, 11]);
    expect(await snapshot(folder)).toEqual(before);
  });

  test("node ids are relative to the folder that it ran in, wherever rootdir is", async () => {
    const folder = await project({ ...shop, "pytest.ini": "[pytest]\npythonpath = .\n" });
    const target = "test_prices.py::test_milk";
    const run = await measure(newest.python, join(folder, "tests"), { targets: [target], nodeIds: ["test_prices.py"] });
    expect(run.header?.rootdir).toBe(folder);
    expect(run.spectrum.failing).toBe(1);
    expect(run.tests.map(({ nodeId }) => nodeId)).toContain(target);
    expect([...run.steps.keys()]).toEqual([target]);
    expect(run.failures[0]?.nodeId).toBe(target);
  });

  test("a target that passes, and one that is not there, give what there is", async () => {
    const folder = await project(shop);
    const targets = ["tests/test_prices.py::test_tea", "tests/test_prices.py::test_gone"];
    const run = await measure(newest.python, folder, { targets });
    expect(run.spectrum).toMatchObject({ failing: 0, passing: 2 });
    expect(statement(run, join(folder, "shop/prices.py"), 11)).toMatchObject({ failing: 0, passing: 1 });
  });

  test("only targets count as failing", async () => {
    const folder = await project(shop);
    const run = await measure(newest.python, folder, { targets: ["tests/test_prices.py"], steps: false });
    expect(run.spectrum).toMatchObject({ failing: 2, passing: 2 });
    expect(run.steps.size).toBe(0);
  });
});

describe("spread over processes by the project's pytest-xdist", () => {
  test("the result is that of one process, on the oldest and the newest Python", { timeout }, async () => {
    const folder = await project(shared);
    const before = await snapshot(folder);
    const targets = ["test_b.py::test_values[4]", "test_c.py::test_fixture"];
    for (const { python, version } of [pythons[0] ?? fail(), newest]) {
      const one = await measure(python, folder, { targets });
      const two = await measure(python, folder, { targets, workers: 2 });
      expect([one.workers, two.workers], version).toEqual([1, 2]);
      expect(one.tests, version).toHaveLength(4 * 12);
      expect(one.spectrum, version).toMatchObject({ failing: 1, passing: 44 });
      expect(substance(two), version).toEqual(substance(one));
    }
    expect(await snapshot(folder)).toEqual(before);
  });

  test("without xdist it runs in one", async () => {
    const [python] = (await findPythons()).slice(-1);
    const run = await measure(python?.python ?? "", await project(shop), { workers: 4 });
    expect(run).toMatchObject({ workers: 1, complete: true });
  });

  test("a test that ends its worker has failed, and the others still count", { timeout }, async () => {
    const folder = await project({
      ...shop,
      "tests/test_z.py": "import os\n\ndef test_ends_it():\n    os._exit(3)\n\ndef test_after():\n    pass\n",
    });
    const run = await measure(newest.python, folder, { workers: 2, targets: ["tests/test_prices.py::test_milk"] });
    expect(run).toMatchObject({ complete: true, workers: 2 });
    expect(run.tests.find(({ nodeId }) => nodeId.endsWith("::test_ends_it"))).toMatchObject({ outcome: "failed" });
    expect(run.tests.find(({ nodeId }) => nodeId.endsWith("::test_after"))).toMatchObject({ outcome: "passed" });
    expect(run.failures.map(({ exception }) => exception.message).join()).toContain("crashed while running");
    expect(run.spectrum).toMatchObject({ failing: 1, passing: 3 });
  });

  test("what plugins and addopts of the project do with coverage and workers does not matter", {
    timeout,
  }, async () => {
    const [plugins] = (await findPluginPythons()).slice(-1);
    const ini = "[pytest]\naddopts = -n 3 --cov=. --cov-report=html --cov-fail-under=100 -p no:randomly -x\n";
    const folder = await project({ ...shop, "pytest.ini": ini, ".coveragerc": "[run]\nbranch = true\n" });
    const before = await snapshot(folder);
    const target = "tests/test_prices.py::test_milk";
    const plain = await measure(newest.python, await project(shop), { targets: [target] });
    for (const tracer of ["sys.monitoring", "coverage.py"]) {
      const env = shellEnv({ FAULTLINE_PROBE_TRACER: tracer });
      const run = await measure(plugins?.python ?? "", folder, { targets: [target], env });
      expect(run).toMatchObject({ tracer, workers: 1, complete: true });
      expect(run.spectrum.statements.map(({ line, failing, passing }) => [line, failing, passing])).toEqual(
        plain.spectrum.statements.map(({ line, failing, passing }) => [line, failing, passing]),
      );
    }
    expect(await snapshot(folder)).toEqual(before);
  });
});

describe("a run that does not come to its end", () => {
  const slow = { ...shop, "tests/test_y.py": "import time\n\ndef test_hangs():\n    time.sleep(600)\n" };
  const target = "tests/test_prices.py::test_milk";

  test("counts as far as it came when the deadline passes", { timeout }, async () => {
    for (const workers of [1, 2]) {
      const folder = await project(slow);
      const run = await measure(newest.python, folder, { targets: [target], workers, deadline: 12_000 });
      expect(run).toMatchObject({ ended: "deadline", complete: false, problem: expect.stringContaining("deadline") });
      expect(run.spectrum).toMatchObject({ failing: 1, passing: 2 });
      expect(run.steps.get(target)).toHaveLength(2);
      expect(statement(run, join(folder, "shop/prices.py"), 11)).toMatchObject({ failing: 1, passing: 1 });
    }
  });

  test("tells of its tests meanwhile, and ends when it is cancelled", { timeout }, async () => {
    const folder = await project(slow);
    const stop = new AbortController();
    const told: [number, number | undefined][] = [];
    const onTest = (done: number, total: number | undefined) => {
      told.push([done, total]);
      if (done === 6) stop.abort();
    };
    const run = await measure(newest.python, folder, { targets: [target], onTest, signal: stop.signal });
    expect(run).toMatchObject({ ended: "cancelled", complete: false });
    expect(told.at(-1)).toEqual([6, 7]);
    expect(run.spectrum.failing).toBe(1);
  });

  test("a test that ends the process leaves what was measured before it", async () => {
    const folder = await project({ ...shop, "tests/test_y.py": "import os\n\ndef test_ends():\n    os._exit(0)\n" });
    const run = await measure(newest.python, folder, { targets: [target] });
    expect(run).toMatchObject({ ended: "exited", complete: false, problem: expect.stringContaining("cut off") });
    expect(run.spectrum).toMatchObject({ failing: 1, passing: 2 });
  });

  test("a file that cannot be collected keeps no other from running, and is told once", { timeout }, async () => {
    const folder = await project({ ...shop, "tests/test_y.py": "import missing_module\n" });
    for (const workers of [1, 2]) {
      const run = await measure(newest.python, folder, { targets: [target], workers });
      expect(run.spectrum).toMatchObject({ failing: 1, passing: 2 });
      expect(run.failures.filter(({ phase }) => phase === "collection").map(({ nodeId }) => nodeId)).toEqual([
        "tests/test_y.py",
      ]);
    }
  });

  test("a Python that is not there, or has no pytest, is said so", async () => {
    const folder = await project(shop);
    const none = await measure(join(folder, "no-python"), folder, { targets: [target] });
    expect(none).toMatchObject({ ended: "not-started", tests: [], tracer: undefined, complete: false });
    expect(none.problem).toContain("could not start");
    const { python } = newest;
    const without = await runCoverage({ ...base(folder), argv: [python, "-S", "-m", "pytest"] });
    expect(without.problem).toContain("has no pytest");
  });
});

function base(cwd: string): CoverageRequest {
  const env = shellEnv();
  return {
    argv: [""],
    args: [],
    nodeIds: [],
    cwd,
    env,
    probeDir,
    deadline: 60_000,
    targets: [],
    workers: 1,
    steps: false,
  };
}
