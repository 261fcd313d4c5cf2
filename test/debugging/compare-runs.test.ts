import { beforeAll, describe, expect, test } from "vitest";
import { checkoutNow, recordBaseline } from "../../src/debugging/baseline.ts";
import { captureValues } from "../../src/debugging/capture-values.ts";
import { compareRuns } from "../../src/debugging/compare-runs.ts";
import { investigate } from "../../src/debugging/investigate.ts";
import { findPythons } from "../support/pythons.ts";
import { call, engineFor } from "./scene.ts";

let python: string;
beforeAll(async () => {
  python = (await findPythons()).at(-1)?.python ?? "";
});

const files = {
  "shop.py": `def total(items, coupon=None):
    result = sum(items)
    if coupon:
        result = reduce(result, coupon)
    else:
        result = round(result)
    return result


def reduce(result, coupon):
    part = {"half": 2}.get(coupon)
    result = result / part
    return result


def unused():
    return None
`,
  "test_shop.py": `import pytest
from shop import total


def test_coupon():
    assert total([1, 2], "third") == 1


def test_plain():
    assert total([1, 2]) == 3


def test_half():
    assert total([1, 3], "half") == 2


@pytest.mark.parametrize("items", [[1], [0, 1]])
def test_many(items):
    assert total(items) == 1


def test_wrong():
    assert total([1]) == 2
`,
};

describe("a failing test beside a passing one", () => {
  test("that is given: where their ways part, what only one executed, and values that differ", async () => {
    const engine = await engineFor(files, python);
    const answer = await compareRuns(
      engine,
      { nodeId: "test_shop.py::test_coupon", passing: "./test_shop.py::test_plain" },
      call(),
    );
    expect(answer).toMatchObject({
      failing: "test_shop.py::test_coupon",
      passing: { nodeId: "test_shop.py::test_plain" },
      onlyFailing: [
        {
          path: "shop.py",
          line: 4,
          last: 4,
          function: "total",
          statements: 1,
          source: "result = reduce(result, coupon)",
        },
        {
          path: "shop.py",
          line: 10,
          last: 12,
          function: "reduce",
          statements: 2,
          source: "def reduce(result, coupon):",
        },
        { path: "test_shop.py", function: "test_coupon" },
      ],
    });
    expect(answer.onlyPassing).toMatchObject([
      { path: "shop.py", line: 6, last: 7, function: "total", statements: 2 },
      { path: "test_shop.py", function: "test_plain" },
    ]);
    expect(answer.differences).toContainEqual(
      expect.objectContaining({ path: "shop.py", name: "coupon", failing: ["'third'"], passing: ["None"] }),
    );
    expect(answer.passing?.similarity).toBeGreaterThan(0);
    expect(answer.passing?.similarity).toBeLessThan(1);
  });

  test("that is found: the one that executes most of the same", async () => {
    const engine = await engineFor(files, python);
    const answer = await compareRuns(engine, { nodeId: "test_shop.py::test_coupon" }, call());
    expect(answer.passing?.nodeId).toBe("test_shop.py::test_half");
    expect(answer.differences).toContainEqual(
      expect.objectContaining({ name: "part", failing: ["None"], passing: ["2"] }),
    );
  });

  test("that an investigation of the same code has found, without running the suite again", async () => {
    const engine = await engineFor(files, python);
    await investigate(engine, { nodeId: "test_shop.py::test_coupon" }, call());
    const messages: string[] = [];
    const progress = ({ message }: { message: string }) => messages.push(message);
    const answer = await compareRuns(engine, { nodeId: "test_shop.py::test_coupon" }, call({ progress }));
    expect(answer.passing?.nodeId).toBe("test_shop.py::test_half");
    expect(messages).not.toContain("the suite with coverage");
  });

  test("where a node id names several tests, those of them that fail and pass", async () => {
    const engine = await engineFor(files, python);
    const request = { nodeId: "test_shop.py::test_wrong", passing: "test_shop.py::test_many" };
    const answer = await compareRuns(engine, request, call());
    expect(answer.passing?.nodeId).toBe("test_shop.py::test_many[items0]");
    expect(answer.problem).toBeUndefined();
  });
});

test("a test that is known to fail only after another one runs after it, in a comparison and for its values", async () => {
  const engine = await engineFor(
    {
      "settings.py": "currency = 'EUR'\n\n\ndef lower(text):\n    return text.lower() + currency.lower()\n",
      "test_a.py": "import settings\n\n\ndef test_reset():\n    settings.currency = None\n",
      "test_b.py": "from settings import lower\n\n\ndef test_lower():\n    assert lower('a') == 'aeur'\n",
      "test_c.py":
        "import settings\n\n\ndef test_usd():\n    settings.currency = 'USD'\n    assert settings.lower('a') == 'ausd'\n",
    },
    python,
  );
  const nodeId = "test_b.py::test_lower";
  const polluters = ["test_a.py::test_reset"];
  const known = { nodeId, status: "order-dependent", polluters, outcomes: {}, complete: false } as const;
  await recordBaseline(engine, { ...known, polluters }, await checkoutNow(engine));
  const answer = await compareRuns(engine, { nodeId, passing: "test_c.py::test_usd" }, call());
  expect(answer.problem).toBeUndefined();
  expect(answer.passing?.nodeId).toBe("test_c.py::test_usd");
  const values = await captureValues(engine, { nodeId, at: ["settings.py:5"] }, call());
  expect(values).toMatchObject({ nodeId, outcome: "failed", hits: [{ path: "settings.py", line: 5 }] });
});

describe("what cannot be compared says why", () => {
  test.each([
    [
      "test_shop.py::test_plain",
      "test_shop.py::test_half",
      "test_shop.py::test_plain passed, and a failing test is wanted",
    ],
    [
      "test_shop.py::test_coupon",
      "test_shop.py::test_wrong",
      "test_shop.py::test_wrong failed, and a passing test is wanted",
    ],
    [
      "test_shop.py::test_coupon",
      "test_shop.py::test_gone",
      "did not run: it does not exist, or the other one does not",
    ],
  ])("%s and %s", async (nodeId, passing, problem) => {
    const engine = await engineFor(files, python);
    const answer = await compareRuns(engine, { nodeId, passing }, call());
    expect(answer.problem).toContain(problem);
    expect(answer).toMatchObject({ onlyFailing: [], onlyPassing: [], differences: [] });
  });

  test("a test that has no other", async () => {
    const engine = await engineFor({ "test_a.py": "def test_a():\n    None.x\n" }, python);
    const answer = await compareRuns(engine, { nodeId: "test_a.py::test_a" }, call());
    expect(answer.problem).toBe("no passing test is known that executes any of the same statements");
  });

  test("a passing test outside of the checkout", async () => {
    const engine = await engineFor(files, python);
    await expect(
      compareRuns(engine, { nodeId: "test_shop.py::test_coupon", passing: "/etc/hosts::x" }, call()),
    ).rejects.toMatchObject({ code: "bad-request" });
  });
});
