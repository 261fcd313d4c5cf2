import { beforeAll, describe, expect, test } from "vitest";
import { readBaseline } from "../../src/debugging/baseline.ts";
import { investigate } from "../../src/debugging/investigate.ts";
import { readEvidence } from "../../src/evidence/store.ts";
import { gitInit, snapshot } from "../probe/support.ts";
import { findPythons } from "../support/pythons.ts";
import { call, engineFor } from "./scene.ts";

let python: string;
beforeAll(async () => {
  python = (await findPythons()).at(-1)?.python ?? "";
});

const shop = {
  "src/shop/__init__.py": "",
  "src/shop/prices.py": `PRICES = {"tea": 3, "cake": 5}


def find(name):
    return PRICES.get(name)


def double(name):
    price = find(name)
    if price is None:
        name = name.strip()
        price = find(name)
    return price.real * 2
`,
  "src/shop/words.py": "def shout(word):\n    return word.upper() + '!'\n",
  "tests/conftest.py": "import sys\nsys.path.insert(0, 'src')\n",
  "tests/test_prices.py": `from shop.prices import double


def test_tea():
    assert double("tea") == 6


def test_milk():
    assert double("cake") == 10
    assert double("milk") == 4
`,
  "tests/test_words.py": "from shop.words import shout\n\n\ndef test_shout():\n    assert shout('a') == 'A!'\n",
};

describe("a None that crashes", () => {
  test("is ranked, compared with a passing test, and told with reasons", async () => {
    const engine = await engineFor(shop, python);
    await gitInit(engine.repo);
    const before = await snapshot(engine.repo);
    const messages: string[] = [];
    const answer = await investigate(
      engine,
      { nodeId: "tests/test_prices.py::test_milk" },
      call({ progress: ({ message }) => messages.push(message), budgetTokens: 8_000 }),
    );
    expect(answer).toMatchObject({
      nodeId: "tests/test_prices.py::test_milk",
      status: "failed",
      failure: { exception: { type: "AttributeError" }, crash: { path: "src/shop/prices.py", line: 13 } },
      origin: {
        status: "found",
        steps: [
          { path: "src/shop/prices.py", line: 5 },
          ...Array(answer.origin ? answer.origin.steps.length - 1 : 0).fill({}),
        ],
      },
      passing: { nodeId: "tests/test_prices.py::test_tea" },
      coverage: { tests: 3, passed: 2, failed: 1, complete: true, workers: 1 },
    });
    expect(answer.suspects.length).toBeGreaterThan(3);
    for (const suspect of answer.suspects) {
      expect(suspect.why.length, `${suspect.path}:${suspect.line}`).toBeGreaterThan(0);
      expect(suspect.ochiai.rank).toBeGreaterThan(0);
    }
    expect(answer.suspects[0]?.path).toBe("src/shop/prices.py");
    expect(answer.functions[0]).toMatchObject({ path: "src/shop/prices.py" });
    expect(answer.functions.slice(0, 2).map((each) => each.function)).toContain("find");
    expect(answer.differences).toContainEqual(
      expect.objectContaining({ path: "src/shop/prices.py", name: "price", failing: expect.arrayContaining(["None"]) }),
    );
    expect(answer.excerpts[0]?.text).toContain(">5     return PRICES.get(name)");
    expect(answer.steps.map((step) => step.split(" ", 1)[0])).toEqual(["alone", "coverage", "values"]);
    expect(messages.length).toBeGreaterThan(2);
    expect(answer.tokens.used).toBeLessThanOrEqual(8_000);
    expect(await snapshot(engine.repo)).toEqual(before);
  });

  test("is kept whole, whatever the budget, and the state of the suite with it", async () => {
    const engine = await engineFor(shop, python);
    const nodeId = "tests/test_prices.py::test_milk";
    const answer = await investigate(engine, { nodeId }, call({ budgetTokens: 700 }));
    expect(answer.tokens.used).toBeLessThanOrEqual(700);
    expect(answer.omitted.length).toBeGreaterThan(0);
    const stored = await readEvidence(engine.state, answer.evidence ?? "");
    expect(stored).toMatchObject({ kind: "investigation", key: nodeId, body: { nodeId, passing: {} } });
    expect(Object.keys(stored?.fingerprint.files ?? {})).toEqual(
      expect.arrayContaining(["src/shop/prices.py", "tests/test_prices.py"]),
    );
    expect(Object.keys(stored?.fingerprint.files ?? {})).not.toContain("src/shop/words.py");
    expect((await readBaseline(engine, nodeId))?.baseline).toMatchObject({
      status: "failed",
      signature: answer.failure?.signature,
      outcomes: {
        [nodeId]: "failed",
        "tests/test_prices.py::test_tea": "passed",
        "tests/test_words.py::test_shout": "passed",
      },
      complete: true,
    });
  });
});

test("of a test with many assertions, what the failing one executed comes first", async () => {
  const files = {
    "calc.py": `def add(a, b):
    return a + b


def sub(a, b):
    return a + b


def mul(a, b):
    return a * b
`,
    "test_calc.py": `from calc import add, mul, sub


def test_all():
    assert add(1, 2) == 3
    assert mul(2, 3) == 6
    assert add(2, 2) == 4
    assert sub(3, 1) == 2
    assert mul(1, 1) == 1


def test_add():
    assert add(0, 0) == 0
`,
  };
  const engine = await engineFor(files, python);
  const answer = await investigate(engine, { nodeId: "test_calc.py::test_all" }, call());
  expect(answer.failure).toMatchObject({
    exception: { type: "AssertionError" },
    crash: { path: "test_calc.py", line: 8 },
  });
  expect(answer.functions.find(({ path }) => path === "calc.py")).toMatchObject({ function: "sub" });
  expect(answer.suspects.find(({ path }) => path === "calc.py")).toMatchObject({ line: 6, source: "return a + b" });
});

test("a test that only fails after another one: which one, and where the value was made there", async () => {
  const files = {
    "settings.py":
      "currency = 'EUR'\n\n\ndef reset(value):\n    global currency\n    currency = value\n\n\ndef lower():\n    return currency.lower()\n",
    "test_a.py": "import settings\n\n\ndef test_one():\n    pass\n\n\ndef test_reset():\n    settings.reset(None)\n",
    "test_b.py":
      "import settings\n\n\ndef test_lower():\n    assert settings.lower() == 'eur'\n\n\ndef test_other():\n    pass\n",
  };
  const engine = await engineFor(files, python);
  const answer = await investigate(engine, { nodeId: "test_b.py::test_lower" }, call());
  expect(answer).toMatchObject({
    status: "order-dependent",
    orderDependence: { polluters: ["test_a.py::test_reset"], minimal: true },
    failure: { exception: { type: "AttributeError" }, crash: { path: "settings.py", line: 10 } },
  });
  expect(answer.suspects[0]).toMatchObject({ path: "settings.py", line: 10, function: "lower" });
  expect(answer.notes.join()).toContain("test_a.py::test_reset");
  expect(answer.rerun).toContain(" test_a.py::test_reset test_b.py::test_lower");
  expect(answer.origin).toMatchObject({ status: "found", bad: "none" });
  expect(answer.origin?.steps[0]).toMatchObject({ path: "test_a.py", line: 9, source: "settings.reset(None)" });
});

describe("what a polluting test did is shown", () => {
  const settings = `_current = {"currency": "EUR"}


def get(name):
    return _current.get(name)


def override(**values):
    _current.update(values)
`;
  const victim = "import settings\n\n\ndef test_get():\n    assert settings.get('currency') == 'EUR'\n";

  test("by the statement that only it executed, and the line of it that led there", async () => {
    const files = {
      "settings.py": settings,
      "test_a.py":
        "import settings\n\n\ndef test_override():\n    assert settings.get('currency')\n    settings.override(currency='GBP')\n",
      "test_b.py": victim,
    };
    const engine = await engineFor(files, python);
    const answer = await investigate(engine, { nodeId: "test_b.py::test_get" }, call());
    expect(answer).toMatchObject({ status: "order-dependent", failure: { exception: { type: "AssertionError" } } });
    expect(answer.notes).toContain(
      "only test_a.py::test_override executes settings.py:9 in override: _current.update(values)",
    );
    const text = answer.excerpts.map(({ path, text }) => `${path}\n${text}`).join("\n");
    expect(text).toContain(">9     _current.update(values)");
    expect(text).toContain(">6     settings.override(currency='GBP')");
  });

  test("by its own text where it executed nothing else", async () => {
    const files = {
      "settings.py": settings,
      "test_a.py": `import settings


class TestA:
    def test_sets(self):
        settings._current["currency"] = "GBP"
`,
      "test_b.py": victim,
    };
    const engine = await engineFor(files, python);
    const answer = await investigate(engine, { nodeId: "test_b.py::test_get" }, call());
    const { text = "" } = answer.excerpts.find(({ path }) => path === "test_a.py") ?? {};
    expect(text).toContain('settings._current["currency"] = "GBP"');
  });
});

test("a test that fails alone and passes within the suite: what it relies on", async () => {
  const files = {
    "settings.py": "currency = None\n",
    "test_a.py":
      "import settings\n\n\ndef test_first():\n    settings.currency = 'EUR'\n\n\ndef test_second():\n    assert settings.currency.lower() == 'eur'\n",
  };
  const engine = await engineFor(files, python);
  const answer = await investigate(engine, { nodeId: "test_a.py::test_second" }, call());
  expect(answer).toMatchObject({ status: "failed", failure: { exception: { type: "AttributeError" } } });
  expect(answer.notes.join()).toContain("test_a.py::test_first");
});

test("a test that fails in another way once others have run: a note says so", async () => {
  const files = {
    "settings.py": "currency = None\n",
    "test_a.py":
      "import settings\n\n\ndef test_first():\n    settings.currency = 'EUR'\n\n\ndef test_second():\n    assert settings.currency.lower() == 'usd'\n",
  };
  const engine = await engineFor(files, python);
  const answer = await investigate(engine, { nodeId: "test_a.py::test_second" }, call());
  expect(answer).toMatchObject({ status: "failed", failure: { exception: { type: "AttributeError" } } });
  expect(answer.notes).toEqual(["in the suite it fails in another way, with AssertionError"]);
});

test("parameters with odd characters, unittest, and an error of a fixture", async () => {
  const files = {
    "text.py": "def first(text):\n    return text.split(',')[1]\n\n\ndef last(text):\n    return text.split(',')[-1]\n",
    "test_text.py": `import unittest

import pytest

from text import first, last


@pytest.mark.parametrize("text", ["a,b::c]", "[x y] $'\\""])
def test_first(text):
    assert first(text)


@pytest.fixture
def word():
    return first("one")


def test_setup(word):
    assert word


class TestLast(unittest.TestCase):
    def test_last(self):
        self.assertEqual(last("a,b"), "a")

    def test_only(self):
        self.assertEqual(last("a"), "a")
`,
  };
  const engine = await engineFor(files, python);
  const odd = await investigate(engine, { nodeId: "test_text.py::test_first[[x y] $'\"]" }, call());
  expect(odd).toMatchObject({ status: "failed", passing: { nodeId: "test_text.py::test_first[a,b::c]]" } });
  expect(odd.suspects.some(({ path, line }) => path === "text.py" && line === 2)).toBe(true);
  const setup = await investigate(engine, { nodeId: "test_text.py::test_setup" }, call());
  expect(setup).toMatchObject({ status: "failed", failure: { phase: "setup", crash: { path: "text.py", line: 2 } } });
  const unit = await investigate(engine, { nodeId: "test_text.py::TestLast::test_last" }, call());
  expect(unit).toMatchObject({ status: "failed", passing: { nodeId: "test_text.py::TestLast::test_only" } });
});

describe("what cannot be investigated has a short answer", () => {
  test("a test that passes, in the suite as well", async () => {
    const engine = await engineFor(shop, python);
    const answer = await investigate(engine, { nodeId: "tests/test_prices.py::test_tea" }, call());
    expect(answer).toMatchObject({ status: "passed", suspects: [], excerpts: [], differences: [] });
    expect(answer.notes).toEqual(["it passes in the suite as well"]);
  });

  test("a file that cannot be collected", async () => {
    const engine = await engineFor({ ...shop, "src/shop/prices.py": "import gone\n" }, python);
    const answer = await investigate(engine, { nodeId: "tests/test_prices.py::test_tea" }, call());
    expect(answer).toMatchObject({
      status: "not-run",
      problem: "tests/test_prices.py could not be collected: ModuleNotFoundError: No module named 'gone'",
      failure: { crash: { path: "src/shop/prices.py", line: 1 } },
      suspects: [],
    });
  });

  test("a test that hangs: where it hangs, within the deadline", async () => {
    const files = {
      "net.py": "import time\n\n\ndef read():\n    time.sleep(100)\n",
      "test_a.py": "import net\n\n\ndef test_a():\n    net.read()\n",
    };
    const engine = await engineFor(files, python);
    const start = performance.now();
    const answer = await investigate(engine, { nodeId: "test_a.py::test_a" }, call({ deadline: 12_000 }));
    expect(answer).toMatchObject({
      status: "deadline",
      problem:
        "it had not ended when the time was up; after half of it, it was at net.py:5 in read, called from test_a.py:5 in test_a",
      excerpts: [{ path: "net.py", text: " 4 def read():\n>5     time.sleep(100)" }, { path: "test_a.py" }],
    });
    expect(performance.now() - start).toBeLessThan(12_000);
  });

  test("no time at all", async () => {
    const engine = await engineFor(shop, python);
    const answer = await investigate(engine, { nodeId: "tests/test_prices.py::test_tea" }, call({ deadline: 100 }));
    expect(answer).toMatchObject({
      status: "deadline",
      problem: "the time (0.1 s) was up before the test had run",
    });
  });

  test("a test that takes most of the time has it, and what is left out for that is told", async () => {
    const files = { "test_a.py": "import time\n\n\ndef test_a():\n    time.sleep(3)\n    assert 1 == 2\n" };
    const engine = await engineFor(files, python);
    const answer = await investigate(engine, { nodeId: "test_a.py::test_a" }, call({ deadline: 6_500 }));
    expect(answer).toMatchObject({ status: "failed", notes: ["too little time was left for the next step: coverage"] });
  });
});

test("other files that cannot be imported do not keep the suite from running", async () => {
  const engine = await engineFor({ ...shop, "tests/test_gone.py": "import gone\n" }, python);
  const answer = await investigate(engine, { nodeId: "tests/test_prices.py::test_milk" }, call());
  expect(answer).toMatchObject({ status: "failed", coverage: { passed: 2 } });
});

test("tests of the suite that hang keep neither others from running nor count as failed before", async () => {
  const hangs = `import socket, time


def test_sleeps():
    time.sleep(100)


def test_waits():
    here, there = socket.socketpair()
    while True:
        try:
            here.recv(1)
        except Exception:
            pass


def test_other():
    pass
`;
  const engine = await engineFor({ ...shop, "tests/test_alike.py": hangs }, python);
  const nodeId = "tests/test_prices.py::test_milk";
  const answer = await investigate(engine, { nodeId }, call());
  expect(answer).toMatchObject({
    status: "failed",
    coverage: { tests: 6, passed: 3, failed: 3, complete: true },
    passing: { nodeId: "tests/test_prices.py::test_tea" },
  });
  expect(answer.steps[1]).toContain("2 stopped since they took too long");
  expect((await readBaseline(engine, nodeId))?.baseline).toMatchObject({
    outcomes: { "tests/test_alike.py::test_other": "passed", "tests/test_words.py::test_shout": "passed" },
    complete: false,
  });
  expect((await readBaseline(engine, nodeId))?.baseline.outcomes).not.toHaveProperty([
    "tests/test_alike.py::test_sleeps",
  ]);
});

test("a suite that hangs while it is collected leaves what is known by then", async () => {
  const engine = await engineFor({ ...shop, "tests/test_words.py": "import time\n\ntime.sleep(100)\n" }, python);
  const answer = await investigate(engine, { nodeId: "tests/test_prices.py::test_milk" }, call({ deadline: 14_000 }));
  expect(answer).toMatchObject({ status: "failed", origin: { status: "found" }, suspects: [] });
  expect(answer.steps[1]).toContain("its part of the time was up");
});

test("cancellation ends it", async () => {
  const engine = await engineFor({ "test_a.py": "import time\n\n\ndef test_a():\n    time.sleep(100)\n" }, python);
  const controller = new AbortController();
  const running = investigate(engine, { nodeId: "test_a.py::test_a" }, call({ signal: controller.signal }));
  setTimeout(() => controller.abort(new Error("no longer wanted")), 1_500);
  await expect(running).rejects.toThrow("no longer wanted");
});
