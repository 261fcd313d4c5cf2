import { expect, test } from "vitest";
import { ordersOf } from "../../eval/localisation/orders.ts";
import type { StoredClues } from "../../eval/localisation/stored.ts";
import type { Faults } from "../../eval/localisation/truth.ts";

function statement(line: number, last: number, functionLine: number, passing: number, path = "src/a.py") {
  const name = functionLine === 0 ? "" : `f${functionLine}`;
  return { path, line, last, function: name, functionLine, functionLast: functionLine + 9, failing: 1, passing };
}

/** Two functions, at lines 10 and 20; the inner frame is in the second. */
const clues: StoredClues = {
  spectrum: {
    failing: 1,
    passing: 9,
    statements: [
      statement(1, 1, 0, 9),
      statement(11, 11, 10, 3),
      statement(12, 14, 10, 0),
      statement(21, 21, 20, 2),
      statement(22, 22, 20, 2),
      statement(3, 3, 0, 0, "tests/test_a.py"),
    ],
  },
  frames: [
    { path: "tests/test_a.py", line: 3, function: "test_a", inTest: true },
    { path: "src/a.py", line: 11, function: "f10", inTest: false },
    { path: "src/a.py", line: 22, function: "f20", inTest: false },
  ],
  origin: undefined,
  steps: [{ path: "tests/test_a.py", line: 3, function: "test_a", statements: [5, 1, 2, 3, 4] }],
  differing: [],
  meant: [],
  testPaths: ["tests/test_a.py"],
  texts: ["import b", "x = f(y)", "z = g(\n  x,\n)", "a = b", "return a", "f()"],
};

const faults: Faults = {
  lines: [{ path: "src/a.py", line: 13 }],
  extended: [{ path: "src/a.py", line: 21 }],
  functions: [{ path: "src/a.py", name: "f10", line: 10, first: 9, last: 19 }],
};

const isSource = (path: string) => path.startsWith("src/");

test("Ochiai ranks statements of the sources alone, and a function by its best one", () => {
  const { statements, functions } = ordersOf(clues, faults, isSource, "any");
  expect(statements.ochiai).toEqual([
    { size: 1, faulty: 1 },
    { size: 2, faulty: 1 },
    { size: 1, faulty: 0 },
    { size: 1, faulty: 0 },
  ]);
  expect(functions.ochiai).toEqual([
    { size: 1, faulty: 1 },
    { size: 1, faulty: 0 },
  ]);
});

test("crash frames rank all lines of the functions on the way to the exception, the deepest first", () => {
  const { statements, functions } = ordersOf(clues, faults, isSource, "any");
  expect(statements.frames).toEqual([
    { size: 10, faulty: 1 },
    { size: 10, faulty: 1 },
  ]);
  expect(functions.frames).toEqual([
    { size: 1, faulty: 0 },
    { size: 1, faulty: 1 },
  ]);
});

test("crash frames with ties broken by Ochiai rank what was executed, the rest by Ochiai behind it", () => {
  const { statements, functions } = ordersOf(clues, faults, isSource, "any");
  expect(statements["frames+ochiai"]).toEqual([
    { size: 2, faulty: 1 },
    { size: 1, faulty: 1 },
    { size: 1, faulty: 0 },
    { size: 1, faulty: 0 },
  ]);
  expect(functions["frames+ochiai"].filter(({ size }) => size > 0)).toEqual([
    { size: 1, faulty: 0 },
    { size: 1, faulty: 1 },
  ]);
});

test("by the stricter rule a statement is faulty only by the line that it begins at", () => {
  const { statements } = ordersOf(clues, faults, isSource, "first");
  expect(statements.ochiai.map(({ faulty }) => faulty)).toEqual([0, 1, 0, 0]);
});

test("Faultline's order is scored by its own places, tests left out", () => {
  const { statements, functions } = ordersOf(clues, faults, isSource, "any");
  expect(statements.faultline.reduce((sum, { size }) => sum + size, 0)).toBe(5);
  expect(functions.faultline).toHaveLength(2);
});
