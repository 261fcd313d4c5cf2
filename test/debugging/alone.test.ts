import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { runAlone } from "../../src/debugging/alone.ts";
import { tellFailure } from "../../src/debugging/failure-facts.ts";
import { target } from "../../src/debugging/target.ts";
import { findPythons } from "../support/pythons.ts";
import { call, engineFor } from "./scene.ts";

let python: string;
beforeAll(async () => {
  python = (await findPythons()).at(-1)?.python ?? "";
});

async function alone(files: Record<string, string>, nodeId: string, deadline = 30_000) {
  const engine = await engineFor(files, python);
  return runAlone(engine, target(engine, nodeId), call(), { deadline });
}

const shop = {
  "shop/__init__.py": "",
  "shop/prices.py": `
PRICES = {"tea": 3}


def find(name):
    return PRICES.get(name)


def double(name):
    return find(name).real * 2
`,
};

test("a failing test: its failure, where the bad value was made, and a signature", async () => {
  const ran = await alone(
    {
      ...shop,
      "tests/test_a.py": "from shop.prices import double\n\n\ndef test_milk():\n    assert double('milk') == 4\n",
    },
    "tests/test_a.py::test_milk",
  );
  expect(ran).toMatchObject({
    status: "failed",
    problem: undefined,
    failure: { phase: "call", exception: { type: "AttributeError" } },
    origin: { status: "found", bad: "none" },
  });
  expect(ran.signature).toMatch(/^AttributeError\|shop\/prices\.py:double\|[0-9a-f]{16}$/);
});

describe("a node id of several tests", () => {
  const files = {
    "test_a.py": `import pytest

@pytest.mark.parametrize("n", [1, 2, 3], ids=["a::b", "x[y", "\\"'; $z"])
def test_n(n):
    assert n != 2

class TestAll:
    def test_one(self):
        pass

    def test_two(self):
        pass
`,
  };

  test("is about the first of them that fails", async () => {
    const ran = await alone(files, "test_a.py::test_n");
    expect(ran.target.nodeId).toBe("test_a.py::test_n[x[y]");
    expect(ran).toMatchObject({ status: "failed", failure: { nodeId: "test_a.py::test_n[x[y]" } });
    expect(ran.notes).toEqual(["the node id names 3 tests; this is about the first that fails"]);
  });

  test("passes when all of them pass", async () => {
    const ran = await alone(files, "test_a.py::TestAll");
    expect(ran.status).toBe("passed");
    expect(ran.notes).toEqual(["the node id names 2 tests; none of them fails"]);
  });

  test("is one test with its parameters, whatever characters these have", async () => {
    for (const id of ["a::b", "\"'; $z"]) {
      expect(await alone(files, `test_a.py::test_n[${id}]`)).toMatchObject({ status: "passed", notes: [] });
    }
  });
});

test("parameters may be typed as they are in the source, though pytest escapes them", async () => {
  const body = '@pytest.mark.parametrize("name", ["Köln", "日本", "😀"])\ndef test_city(name): None.x\n';
  const files = { "test_a.py": `import pytest\n\n${body}` };
  for (const [typed, printed] of [
    ["Köln", "K\\xf6ln"],
    ["日本", "\\u65e5\\u672c"],
    ["😀", "\\U0001f600"],
  ]) {
    const ran = await alone(files, `test_a.py::test_city[${typed}]`);
    expect(ran).toMatchObject({ status: "failed", target: { nodeId: `test_a.py::test_city[${printed}]` } });
  }
});

test("an error of a fixture is a failure in setup, one after the test in teardown", async () => {
  const files = {
    "test_a.py": `import pytest

@pytest.fixture
def broken():
    raise RuntimeError("no database")

@pytest.fixture
def left():
    yield
    raise RuntimeError("not closed")

def test_setup(broken):
    pass

def test_teardown(left):
    pass
`,
  };
  const setup = await alone(files, "test_a.py::test_setup");
  expect(setup).toMatchObject({ status: "failed", failure: { phase: "setup", exception: { message: "no database" } } });
  const teardown = await alone(files, "test_a.py::test_teardown");
  expect(teardown).toMatchObject({ status: "failed", failure: { phase: "teardown" } });
});

test("unittest, with a subtest that fails", async () => {
  const files = {
    "test_a.py": `import unittest

class TestA(unittest.TestCase):
    def test_all(self):
        for n in (1, 2):
            with self.subTest(n=n):
                self.assertEqual(n, 1)

    def test_one(self):
        self.assertIn("a", "bcd")
`,
  };
  expect(await alone(files, "test_a.py::TestA::test_one")).toMatchObject({
    status: "failed",
    failure: { exception: { type: "AssertionError", message: "'a' not found in 'bcd'" } },
  });
  expect(await alone(files, "test_a.py::TestA::test_all")).toMatchObject({ status: "failed" });
});

describe("a test that does not fail says why there is no failure to tell", () => {
  const files = {
    "test_a.py": `import pytest

def test_passes():
    pass

@pytest.mark.skip
def test_skipped():
    pass

@pytest.mark.xfail
def test_expected():
    assert False

@pytest.mark.xfail
def test_unexpected():
    pass

@pytest.mark.xfail(strict=True)
def test_strict():
    pass
`,
  };

  test.each([
    ["test_passes", "passed", undefined],
    ["test_skipped", "skipped", "it was skipped"],
    ["test_expected", "skipped", "it fails as expected (xfail)"],
    ["test_unexpected", "passed", "it passes, though marked xfail"],
    ["test_strict", "failed", undefined],
  ])("%s: %s", async (name, status, problem) => {
    expect(await alone(files, `test_a.py::${name}`)).toMatchObject({ status, problem });
  });
});

describe("a test that cannot run says why", () => {
  test("there is none of that name, but one that is alike", async () => {
    const ran = await alone({ "test_a.py": "class TestA:\n    def test_b(self): pass\n" }, "test_a.py::test_b");
    expect(ran).toMatchObject({
      status: "not-run",
      problem: "no such test: test_a.py::test_b; there is test_a.py::TestA::test_b",
    });
  });

  test("no test has these parameters, but some are alike", async () => {
    const body = '@pytest.mark.parametrize("name", ["de-19", "fr-20", "at"])\ndef test_rate(name): pass\n';
    const files = { "tests/test_a.py": `import pytest\n\n${body}` };
    const ran = await alone(files, "tests/test_a.py::test_rate[de-16]");
    expect(ran).toMatchObject({ status: "not-run", missing: true });
    expect(ran.problem).toBe(
      "no such test: tests/test_a.py::test_rate[de-16]; there is tests/test_a.py::test_rate[de-19], " +
        "tests/test_a.py::test_rate[fr-20], tests/test_a.py::test_rate[at]",
    );
  });

  test("its file cannot be imported", async () => {
    const ran = await alone({ "test_a.py": "import nothing_there\n\ndef test_a(): pass\n" }, "test_a.py::test_a");
    expect(ran).toMatchObject({
      status: "not-run",
      problem: "test_a.py could not be collected: ModuleNotFoundError: No module named 'nothing_there'",
      failure: { phase: "collection", frames: [{ line: 1 }] },
    });
  });

  test("its file has a syntax error", async () => {
    const ran = await alone({ "test_a.py": "def test_a(:\n    pass\n" }, "test_a.py::test_a");
    expect(ran).toMatchObject({ status: "not-run", failure: { exception: { type: "SyntaxError" } } });
  });

  test("a conftest cannot be imported", async () => {
    const ran = await alone(
      { "tests/conftest.py": "import nothing_there\n", "tests/test_a.py": "def test_a(): pass\n" },
      "tests/test_a.py::test_a",
    );
    expect(ran).toMatchObject({
      status: "not-run",
      problem: expect.stringMatching(/^tests\/conftest\.py could not be/),
    });
  });

  test("options deselect it", async () => {
    const engine = await engineFor({ "test_a.py": "def test_a(): pass\n" }, python, { pytestArgs: ["-k", "other"] });
    const ran = await runAlone(engine, target(engine, "test_a.py::test_a"), call(), { deadline: 30_000 });
    expect(ran).toMatchObject({ status: "not-run", problem: "options or configuration of pytest deselect it" });
  });

  test("there is no pytest", async () => {
    const engine = await engineFor({ "test_a.py": "def test_a(): pass\n" }, "/usr/bin/false");
    const ran = await runAlone(engine, target(engine, "test_a.py::test_a"), call(), { deadline: 30_000 });
    expect(ran).toMatchObject({ status: "not-run", problem: "pytest did not start: exit code 1" });
  });
});

describe("a test that misbehaves has a clear result", () => {
  const wild = (body: string, more = "") => ({
    "test_a.py": `import os, sys, signal, time, threading, pytest\n${more}\n\ndef test_wild():\n    ${body.replaceAll("\n", "\n    ")}\n`,
  });
  const id = "test_a.py::test_wild";

  test("it leaves the interpreter", async () => {
    const ran = await alone(wild("os._exit(3)"), id);
    expect(ran).toMatchObject({
      status: "failed",
      problem: "the test ended the interpreter: exit code 3",
      signature: "interpreter ended|exit code 3",
    });
  });

  test("it kills the interpreter", async () => {
    const ran = await alone(wild("os.kill(os.getpid(), signal.SIGSEGV)"), id);
    expect(ran).toMatchObject({ status: "failed", problem: "the test ended the interpreter: it was ended by SIGSEGV" });
  });

  test("it leaves the interpreter while it is collected", async () => {
    const ran = await alone(wild("pass", "os._exit(3)"), id);
    expect(ran).toMatchObject({ status: "not-run", problem: "the run was cut off: exit code 3" });
  });

  test("it ends the run of pytest", async () => {
    for (const body of ["pytest.exit('enough')", "raise KeyboardInterrupt"]) {
      const problem = "the test interrupted the whole run, as pytest.exit or KeyboardInterrupt do";
      expect(await alone(wild(body), id)).toMatchObject({ status: "failed", problem });
    }
    expect(await alone(wild("sys.exit(0)"), id)).toMatchObject({
      status: "failed",
      failure: { exception: { type: "SystemExit" } },
    });
  });

  test("it hangs, and does not heed signals: where it hangs is known", async () => {
    const ran = await alone(wild("signal.signal(signal.SIGTERM, signal.SIG_IGN)\ntime.sleep(100)"), id, 6_000);
    expect(ran).toMatchObject({
      status: "deadline",
      problem: "the run was cut off: the deadline passed",
      hung: [{ line: 6, function: "test_wild", inTest: true }],
    });
  });

  test("it fails, and a thread of it keeps the interpreter from ending", async () => {
    const ran = await alone(wild("threading.Thread(target=time.sleep, args=(100,)).start()\nNone.x"), id, 6_000);
    expect(ran).toMatchObject({ status: "failed", failure: { exception: { type: "AttributeError" } } });
  });

  test("it forks, and child and parent go on", async () => {
    const ran = await alone(wild("os.fork()\nNone.x"), id);
    expect(ran).toMatchObject({ status: "failed", failure: { exception: { type: "AttributeError" } } });
  });

  test("it closes every file descriptor, so that pytest fails, too", async () => {
    const files = wild("os.closerange(0, 1000)\nNone.x");
    const engine = await engineFor(files, python);
    const { failure } = await runAlone(engine, target(engine, id), call(), { deadline: 30_000 });
    expect(failure && tellFailure(failure, engine.repo).facts).toMatchObject({
      exception: { type: "AttributeError" },
      crash: { path: "test_a.py", source: "None.x" },
    });
  });

  test("it prints a hundred megabytes", async () => {
    const ran = await alone(wild("for _ in range(100): sys.stdout.write('x' * 1_000_000)\nNone.x"), id);
    expect(ran).toMatchObject({ status: "failed", failure: { exception: { type: "AttributeError" } } });
  });

  test("it deletes its working directory", async () => {
    const files = wild("import tempfile\nhere = tempfile.mkdtemp()\nos.chdir(here)\nos.rmdir(here)\nNone.x");
    const engine = await engineFor(files, python);
    const ran = await runAlone(engine, target(engine, id), call(), { deadline: 30_000 });
    expect(ran).toMatchObject({ status: "failed", failure: { exception: { type: "AttributeError" } } });
    expect(await readdir(engine.repo)).toEqual(["test_a.py"]);
  });

  test("it breaks what the interpreter lives by", async () => {
    const ran = await alone(wild("import builtins\nbuiltins.open = os.open = time.time = None\nNone.x"), id);
    expect(ran).toMatchObject({ status: "failed" });
  });
});

test("the caller's cancellation ends the run at once", async () => {
  const engine = await engineFor({ "test_a.py": "import time\n\ndef test_a():\n    time.sleep(100)\n" }, python);
  const controller = new AbortController();
  const running = runAlone(engine, target(engine, "test_a.py::test_a"), call({ signal: controller.signal }), {
    deadline: 60_000,
  });
  setTimeout(() => controller.abort(new Error("no longer wanted")), 1_000);
  await expect(running).rejects.toThrow("no longer wanted");
});

test("a test runs after others where that is asked for", async () => {
  const files = {
    "test_a.py":
      "import state\n\ndef test_pollutes():\n    state.price = None\n\ndef test_needs():\n    state.price.real\n",
    "state.py": "price = 1\n",
  };
  const engine = await engineFor(files, python);
  const at = target(engine, "test_a.py::test_needs");
  expect((await runAlone(engine, at, call(), { deadline: 30_000 })).status).toBe("passed");
  const after = await runAlone(engine, at, call(), { deadline: 30_000, after: ["test_a.py::test_pollutes"] });
  expect(after).toMatchObject({ status: "failed", target: { file: join(engine.repo, "test_a.py") } });
});
