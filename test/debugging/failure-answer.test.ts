import { beforeAll, describe, expect, test } from "vitest";
import { checkoutNow, readBaseline, recordBaseline } from "../../src/debugging/baseline.ts";
import { failureAnswer } from "../../src/debugging/failure-answer.ts";
import { findPythons } from "../support/pythons.ts";
import { call, engineFor } from "./scene.ts";

let python: string;
beforeAll(async () => {
  python = (await findPythons()).at(-1)?.python ?? "";
});

const shop = {
  "src/shop/__init__.py": "",
  "src/shop/prices.py": `PRICES = {"tea": 3}


def find(name):
    return PRICES.get(name)


def double(name):
    price = find(name)
    return price.real * 2
`,
  "tests/conftest.py": "import sys\nsys.path.insert(0, 'src')\n",
  "tests/test_prices.py": `from shop.prices import double


def test_milk():
    assert double("tea") == 6
    assert double("milk") == 4
`,
};

test("the answer about a None: failure, origin, what to read, how to run it again", async () => {
  const engine = await engineFor(shop, python);
  const answer = await failureAnswer(engine, { nodeId: "./tests/test_prices.py::test_milk" }, call());
  expect(answer).toMatchObject({
    nodeId: "tests/test_prices.py::test_milk",
    status: "failed",
    notes: [],
    failure: {
      phase: "call",
      exception: { type: "AttributeError" },
      crash: { path: "src/shop/prices.py", line: 10, function: "double", source: "return price.real * 2" },
      frames: [
        { path: "tests/test_prices.py", line: 6, function: "test_milk" },
        { path: "src/shop/prices.py", line: 10, function: "double" },
      ],
    },
    origin: { status: "found", bad: "none" },
    rerun: `${python} -m pytest -q --tb=short -W ignore tests/test_prices.py::test_milk`,
    omitted: [],
  });
  expect(answer.origin?.steps[0]).toMatchObject({ path: "src/shop/prices.py", line: 5, kind: "miss" });
  expect(answer.excerpts).toEqual([
    {
      path: "src/shop/prices.py",
      first: 4,
      text: " 4 def find(name):\n>5     return PRICES.get(name)",
    },
    {
      path: "src/shop/prices.py",
      first: 8,
      text: " 8 def double(name):\n 9     price = find(name)\n>10     return price.real * 2",
    },
    {
      path: "tests/test_prices.py",
      first: 4,
      text: ' 4 def test_milk():\n 5     assert double("tea") == 6\n>6     assert double("milk") == 4',
    },
  ]);
  expect(answer.tokens.used).toBeLessThanOrEqual(answer.tokens.budget);
});

test("how things stand is recorded, for a check of an edit", async () => {
  const engine = await engineFor(shop, python);
  const answer = await failureAnswer(engine, { nodeId: "tests/test_prices.py::test_milk" }, call());
  const recorded = await readBaseline(engine, "tests/test_prices.py::test_milk");
  expect(recorded?.baseline).toMatchObject({
    nodeId: "tests/test_prices.py::test_milk",
    status: "failed",
    signature: answer.failure?.signature,
    text: expect.stringMatching(/^[0-9a-f]{64}$/),
    outcomes: {},
    complete: false,
  });
  expect(Object.keys(recorded?.fingerprint.files ?? {}).sort()).toEqual(Object.keys(shop).sort());
});

test("a test that passes alone and is on record to fail after others is run after them", async () => {
  const files = {
    "state.py": "price = 1\n",
    "test_a.py":
      "import state\n\n\ndef test_reset():\n    state.price = None\n\n\ndef test_price():\n    state.price.real\n",
  };
  const engine = await engineFor(files, python);
  const nodeId = "test_a.py::test_price";
  const known = { nodeId, status: "order-dependent", outcomes: {}, complete: false } as const;
  await recordBaseline(engine, { ...known, polluters: ["test_a.py::test_reset"] }, await checkoutNow(engine));
  const answer = await failureAnswer(engine, { nodeId }, call());
  expect(answer).toMatchObject({
    status: "order-dependent",
    notes: ["it passes alone; this is how it fails after test_a.py::test_reset"],
    failure: { exception: { type: "AttributeError" } },
    origin: { status: "found" },
    rerun: expect.stringContaining(" test_a.py::test_reset test_a.py::test_price"),
  });
  expect(answer.origin?.steps[0]).toMatchObject({ path: "test_a.py", line: 5 });
});

test("a small budget still names failure and origin, and says what is missing", async () => {
  const engine = await engineFor(shop, python);
  const answer = await failureAnswer(
    engine,
    { nodeId: "tests/test_prices.py::test_milk" },
    call({ budgetTokens: 400 }),
  );
  expect(answer.tokens.used).toBeLessThanOrEqual(400);
  expect(answer.failure?.exception.type).toBe("AttributeError");
  expect(answer.omitted.length).toBeGreaterThan(0);
});

describe("a test without a failure has a short answer", () => {
  test("because its file cannot be imported: the place is shown", async () => {
    const engine = await engineFor(
      { "pkg/__init__.py": "import nothing_there\n", "test_a.py": "import pkg\n\ndef test_a(): pass\n" },
      python,
    );
    const answer = await failureAnswer(engine, { nodeId: "test_a.py::test_a" }, call());
    expect(answer).toMatchObject({
      status: "not-run",
      problem: "test_a.py could not be collected: ModuleNotFoundError: No module named 'nothing_there'",
      failure: { phase: "collection", crash: { path: "pkg/__init__.py", line: 1 } },
      excerpts: [{ path: "pkg/__init__.py", text: ">1 import nothing_there" }, { path: "test_a.py" }],
    });
  });

  test("because it passes", async () => {
    const engine = await engineFor({ "test_a.py": "def test_a(): pass\n" }, python);
    const answer = await failureAnswer(engine, { nodeId: "test_a.py::test_a" }, call());
    expect(answer).toMatchObject({
      status: "passed",
      notes: ["it passes alone; investigate looks for earlier tests that make it fail"],
      excerpts: [],
    });
    expect(answer.failure).toBeUndefined();
  });
});

test("a state folder that cannot be written costs a note, not the answer", async () => {
  const engine = { ...(await engineFor(shop, python)), state: "/proc/nope/state" };
  const answer = await failureAnswer(engine, { nodeId: "tests/test_prices.py::test_milk" }, call());
  expect(answer).toMatchObject({ status: "failed", failure: { exception: { type: "AttributeError" } } });
  expect(answer.notes).toEqual(["evidence could not be kept: /proc/nope/state/evidence cannot be written (ENOENT)"]);
});
