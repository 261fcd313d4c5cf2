import { symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { captureValues } from "../../src/debugging/capture-values.ts";
import { findPythons } from "../support/pythons.ts";
import { call, engineFor } from "./scene.ts";

let python: string;
beforeAll(async () => {
  python = (await findPythons()).at(-1)?.python ?? "";
});

const files = {
  "shop.py": `# prices


def total(items, rate=2):
    sum = 0
    for item in items:
        sum += (
            item * rate
        )
    return sum


def unused():
    return None
`,
  "test_shop.py": `import pytest
from shop import total


@pytest.mark.parametrize("items", [[1], [1, 2, 3]])
def test_total(items):
    assert total(items) == 2
`,
};

test("locals just before a line runs, the latest first, and what was returned", async () => {
  const engine = await engineFor(files, python);
  const answer = await captureValues(
    engine,
    { nodeId: "test_shop.py::test_total[items1]", at: ["shop.py:8", "shop.py:14"] },
    call(),
  );
  expect(answer).toMatchObject({
    nodeId: "test_shop.py::test_total[items1]",
    outcome: "failed",
    notReached: ["shop.py:14"],
  });
  const lines = answer.hits.filter(({ when }) => when === "line");
  expect(lines.map(({ hit }) => hit)).toEqual([3, 2, 1]);
  expect(lines[0]).toMatchObject({ path: "shop.py", line: 7, function: "total" });
  expect(lines[0]?.values).toEqual(
    expect.arrayContaining([
      { name: "sum", type: "int", value: "6" },
      { name: "item", type: "int", value: "3" },
    ]),
  );
  expect(answer.hits.find(({ when }) => when === "return")).toMatchObject({
    values: [{ name: "return", type: "int", value: "12" }],
  });
});

test("a node id of several tests is about the first that fails; only the names that were asked for are told", async () => {
  const engine = await engineFor(files, python);
  const answer = await captureValues(
    engine,
    { nodeId: "test_shop.py::test_total", at: ["shop.py:5"], names: ["items"], maxHits: 2 },
    call(),
  );
  expect(answer.nodeId).toBe("test_shop.py::test_total[items1]");
  expect(answer.hits.map(({ values }) => values)).toEqual([[{ name: "items", type: "list", value: "[1, 2, 3]" }]]);
});

test("a name that is not set at a line that was reached is told, and the line counts as reached", async () => {
  const engine = await engineFor(files, python);
  const request = { nodeId: "test_shop.py::test_total[items0]", at: ["shop.py:7", "shop.py:14"], names: ["zz", "sum"] };
  const answer = await captureValues(engine, request, call());
  expect(answer).toMatchObject({ notes: ['"zz" is not set at shop.py:7'], notReached: ["shop.py:14"] });
  expect(answer.hits.map(({ values }) => values)).toEqual([[{ name: "sum", type: "int", value: "0" }]]);
});

test("a line is reached also where no variable is set", async () => {
  const engine = await engineFor({ "test_a.py": "def test_a():\n    assert True\n" }, python);
  const answer = await captureValues(engine, { nodeId: "test_a.py::test_a", at: ["test_a.py:2"] }, call());
  expect(answer).toMatchObject({ notReached: [], hits: [{ when: "return" }, { line: 2, when: "line", values: [] }] });
});

test("a test that cannot run says so", async () => {
  const engine = await engineFor({ ...files, "test_shop.py": "import nothing_there\n" }, python);
  const answer = await captureValues(engine, { nodeId: "test_shop.py::test_total", at: ["shop.py:5"] }, call());
  expect(answer).toMatchObject({
    outcome: "not-run",
    problem: expect.stringContaining("nothing_there"),
    hits: [],
    notReached: ["shop.py:5"],
  });
});

describe("a place that cannot be watched is refused before anything runs", () => {
  test.each([
    ["shop.py:1", "no code on this line", "the nearest statement is shop.py:4"],
    ["shop.py:3", "no code on this line", "the nearest statement is shop.py:4"],
    ["shop.py:99", "no such line", "the nearest statement is shop.py:14"],
    ["shop.py:0", "no such line", "the nearest statement is shop.py:4"],
    ["shop.py", "not of the form", undefined],
    ["shop.py:two", "not of the form", undefined],
    ["gone.py:1", "no such file", undefined],
    ["../x.py:1", "no such file", undefined],
    ["/etc/hostname:1", "outside of the checkout", undefined],
    ["link.py:1", "outside of the checkout", undefined],
    ["data.txt:1", "no Python file", undefined],
    ["empty.py:1", "no statement", undefined],
  ])("%s", async (place, message, hint) => {
    const engine = await engineFor({ ...files, "data.txt": "x", "empty.py": "# nothing\n" }, "/nowhere/python");
    const outside = join(engine.state, "outside.py");
    await writeFile(outside, "a = 1\n");
    await symlink(outside, join(engine.repo, "link.py"));
    await expect(
      captureValues(engine, { nodeId: "test_shop.py::test_total", at: [place] }, call()),
    ).rejects.toMatchObject({ code: "bad-request", message: expect.stringContaining(message), hint });
  });

  test.each([[{ at: [] }], [{ at: ["shop.py:5"], maxHits: 0 }], [{ at: ["shop.py:5"], maxHits: 1.5 }]])(
    "%j",
    async (request) => {
      const engine = await engineFor(files, "/nowhere/python");
      await expect(
        captureValues(engine, { nodeId: "test_shop.py::test_total", ...request }, call()),
      ).rejects.toMatchObject({ code: "bad-request" });
    },
  );
});
