import fc from "fast-check";
import { expect, test } from "vitest";
import { type Clues, finalOrder } from "../../src/localization/final-order.ts";
import type { StatementCount } from "../../src/localization/spectrum.ts";

const product = "/p/shop.py";
const testFile = "/p/tests/test_shop.py";

interface Line {
  text?: string;
  passing?: number;
  function?: string;
  path?: string;
}

/** Clues of one failing test whose statements stand on lines 1, 2, …; functions of product code are ten lines apart. */
function cluesOf(lines: readonly Line[], more: Partial<Omit<Clues, "spectrum">> = {}): Clues {
  const statements = lines.map((line, index): StatementCount => {
    const name = line.function ?? "total";
    return {
      path: line.path ?? product,
      line: index + 1,
      last: index + 1,
      function: name,
      functionLine: name === "" ? 0 : 1000 + name.length,
      functionLast: name === "" ? 0 : 2000,
      failing: 1,
      passing: line.passing ?? 0,
    };
  });
  return {
    spectrum: { failing: 1, passing: 10, statements },
    frames: [{ path: testFile, line: 50, function: "test_total", inTest: true }],
    origin: undefined,
    steps: [
      step(
        50,
        lines.map((_, index) => index),
      ),
    ],
    differing: [],
    meant: [],
    isTest: (path) => path === testFile,
    source: (path, line) =>
      path === (lines[line - 1]?.path ?? product) ? (lines[line - 1]?.text ?? "price = cost + tax") : "",
    ...more,
  };
}

function step(line: number, statements: number[], name = "test_total") {
  return { path: testFile, line, function: name, statements };
}

function linesOf(clues: Clues): number[] {
  return finalOrder(clues).statements.map(({ line }) => line);
}

function reasonsOf(clues: Clues, line: number): string[] {
  return (
    finalOrder(clues)
      .statements.find((one) => one.line === line)
      ?.reasons.map(({ text }) => text) ?? []
  );
}

const texts = {
  failing: { path: testFile, text: "assert total == 12", function: "test_total" },
  feeding: { path: testFile, text: "total = cart.total()", function: "test_total" },
  apart: { path: testFile, text: "assert other.total() == 12", function: "test_total" },
};

test("what the failing step executed comes before what one did that it builds on, and that before the others", () => {
  const lines = [texts.feeding, texts.apart, texts.failing, {}, {}, {}];
  const clues = cluesOf(lines, { steps: [step(1, [3]), step(2, [4]), step(3, [5])] });
  expect(linesOf(clues)).toEqual([6, 4, 5]);
  expect(reasonsOf(clues, 6)).toContain("executed by the failing step (last)");
  expect(reasonsOf(clues, 4)).toContain("executed by a step that the failing one builds on (last)");
  expect(reasonsOf(clues, 5)).toContain("not executed by the failing step, by 1 of 2 other steps");
});

test("a step that the failing one does not build on speaks for what it executed, like a passing test", () => {
  const apart = cluesOf([texts.apart, texts.failing, {}, {}], { steps: [step(1, [3]), step(2, [2, 3])] });
  expect(linesOf(apart)).toEqual([3, 4]);
  expect(reasonsOf(apart, 4)).toContain("executed by the failing step (last), by 1 of 1 other steps");
  const feeding = cluesOf([texts.feeding, texts.failing, {}, {}], { steps: [step(1, [3]), step(2, [2, 3])] });
  expect(linesOf(feeding)).toEqual([4, 3]);
  expect(linesOf(cluesOf([{}, { passing: 2 }]))).toEqual([1, 2]);
  expect(linesOf(cluesOf([{}, {}]))).toEqual([2, 1]);
});

test("where the failing step executed nothing, the nearest one that it builds on stands for it, or else the nearest", () => {
  const lines = [texts.feeding, texts.apart, texts.failing, {}, {}];
  const fed = cluesOf(lines, { steps: [step(1, [3]), step(2, [4]), step(3, [])] });
  expect(linesOf(fed)).toEqual([4, 5]);
  expect(reasonsOf(fed, 4)).toContain("executed by the failing step (last)");
  const unknown = cluesOf([{}, {}], { steps: [step(48, [0]), step(49, [1]), step(50, [])] });
  expect(linesOf(unknown)).toEqual([2, 1]);
});

test("what a helper of the tests executed counts for the statement that called it", () => {
  const helped = [step(48, [0]), step(12, [1], "check"), step(50, [2])];
  expect(reasonsOf(cluesOf([{}, {}, {}], { steps: helped }), 2)).toContain(
    "executed by the failing step (followed by 1 other)",
  );
});

test("of a failing helper, what it did besides is apart, and what its call builds on is not", () => {
  const inHelper = (text: string) => ({ path: testFile, text, function: "same" });
  const lines = [
    { path: testFile, text: "actual = shop.total()", function: "test_total" },
    { path: testFile, text: "same(expected, actual)", function: "test_total" },
    inHelper("tree = shop.parse(expected)"),
    inHelper("assert expected == actual"),
    {},
    {},
  ];
  const steps = [step(1, [4]), step(2, []), step(3, [5], "same"), step(4, [], "same")];
  const clues = cluesOf(lines, { steps, frames: [{ path: testFile, line: 2, function: "test_total", inTest: true }] });
  expect(linesOf(clues)).toEqual([5, 6]);
  expect(reasonsOf(clues, 6)).toContain("not executed by the failing step, by 1 of 3 other steps");
});

test("more code is more likely to hold the fault, up to a point; what computes nothing less", () => {
  const long = { text: "price = cost * rate + max(fee, least) - discount" };
  expect(linesOf(cluesOf([long, {}]))).toEqual([1, 2]);
  const idle = ["return None", "pass", "def total(self):", "raise ValueError('a long text that says what is wrong')"];
  for (const text of idle) expect(linesOf(cluesOf([{}, { text }]))).toEqual([1, 2]);
  const table = (size: number) => ({ text: `names = {${"1: 2, ".repeat(size)}}` });
  expect(finalOrder(cluesOf([table(1000), table(2000)])).statements[0]?.line).toBe(2);
  expect(linesOf(cluesOf([{ ...table(2000), passing: 99 }, {}]))).toEqual([2, 1]);
});

test("comments and layout are no code", () => {
  const dressed = { text: "a   =   b  # because of the tax\n    # and more" };
  expect(linesOf(cluesOf([{ text: "first = second" }, dressed]))).toEqual([1, 2]);
  expect(linesOf(cluesOf([{ text: "first = second" }, { text: "a = because + of + the + tax" }]))).toEqual([2, 1]);
});

test("a statement that computes nothing is told as such; how much code another is, is no reason to tell", () => {
  const clues = cluesOf([{ text: "import os" }, { text: "a = b" }]);
  expect(reasonsOf(clues, 1).at(-1)).toBe("computes nothing by itself");
  expect(reasonsOf(clues, 2)).toEqual(["executed by the failing step (last)", "executed by 0 of 10 passing tests"]);
});

test("the origin of the bad value comes first where it was found for certain", () => {
  const origin = {
    status: "found" as const,
    bad: "none",
    steps: [
      { path: product, line: 1, kind: "literal" },
      { path: product, line: 2, kind: "return" },
    ],
  };
  const clues = cluesOf([{ text: "a = None", passing: 3 }, {}, {}], { origin });
  expect(linesOf(clues)[0]).toBe(1);
  expect(reasonsOf(clues, 1)[0]).toBe("the bad value was made here");
  expect(reasonsOf(clues, 2)[0]).toBe("the bad value came through here");
  const partial = cluesOf([{ text: "a = None", passing: 3 }, {}, {}], { origin: { ...origin, status: "partial" } });
  expect(linesOf(partial)[0]).not.toBe(1);
  expect(reasonsOf(partial, 1)[0]).toBe("the bad value is followed back to here");
});

test("the way to the exception is told, and what ran after it was raised comes later", () => {
  const frames = [
    { path: testFile, line: 50, function: "test_total", inTest: true },
    { path: product, line: 1, function: "total", inTest: false },
    { path: product, line: 2, function: "price", inTest: false },
  ];
  const lines = [{}, { function: "price" }, { function: "describe" }];
  const clues = cluesOf(lines, { frames });
  expect(linesOf(clues)).toEqual([2, 1, 3]);
  expect(reasonsOf(clues, 2)[0]).toBe("the exception came from here");
  expect(reasonsOf(clues, 1)[0]).toBe("called what raised");
  expect(reasonsOf(clues, 3)).toContain("executed after the exception was raised");
});

test("names whose values differ are told, and count a little", () => {
  const differing = ["tax", "cost", "fee", "rate"].map((name) => ({ path: product, line: 1, name }));
  const clues = cluesOf([{}, {}], { differing });
  expect(linesOf(clues)).toEqual([1, 2]);
  expect(reasonsOf(clues, 1)).toContain("tax, cost, fee and 1 more: other values than in a similar passing test");
});

test("code of tests is left out, in both orders", () => {
  const clues = cluesOf([{ path: testFile, function: "test_total" }, {}]);
  const { statements, functions } = finalOrder(clues);
  expect(statements.map(({ path }) => path)).toEqual([product]);
  expect(functions.map(({ path }) => path)).toEqual([product]);
});

test("code of tests is ranked where the failing test executed nothing else", () => {
  const clues = cluesOf([{ path: testFile, function: "helper" }, texts.failing], { steps: [step(2, [0, 1])] });
  expect(linesOf(clues).toSorted()).toEqual([1, 2]);
  expect(
    finalOrder(clues)
      .functions.map((suspect) => suspect.function)
      .toSorted(),
  ).toEqual(["helper", "test_total"]);
});

test("a function is as suspicious as its statements together, squared; the line that weighs most gives the reasons", () => {
  const two = { function: "price", passing: 1 };
  const clues = cluesOf([two, { ...two, passing: 0 }, { function: "total", passing: 0 }], {
    steps: [step(50, [2, 0, 1])],
  });
  const [first, second] = finalOrder(clues).functions;
  expect([first?.function, second?.function]).toEqual(["price", "total"]);
  expect(first?.reasons[0]?.text).toMatch(/^line 2: /);
});

const line = fc.record({
  text: fc.constantFrom("a = b", "return a * b + c", "pass", "x = f(y)"),
  passing: fc.nat({ max: 3 }),
  function: fc.constantFrom("", "f", "price"),
});
const many = fc.array(line, { minLength: 1, maxLength: 25 }).chain((lines) => {
  const index = fc.nat({ max: lines.length - 1 });
  const steps = fc.array(fc.uniqueArray(index, { maxLength: 6 }), { maxLength: 4 });
  return fc.record({
    clues: steps.map((all) => cluesOf(lines, { steps: all.map((statements, at) => step(40 + at, statements)) })),
    order: fc.shuffledSubarray([...lines.keys()], { minLength: lines.length }),
  });
});

test("the order does not depend on how the spectrum is listed; each place is told with reasons and the plain one", () => {
  fc.assert(
    fc.property(many, ({ clues, order }) => {
      const statements = order.map((from) => clues.spectrum.statements[from] as StatementCount);
      const steps = clues.steps.map((one) => ({
        ...one,
        statements: one.statements.map((from) => order.indexOf(from)),
      }));
      const found = finalOrder(clues);
      expect(finalOrder({ ...clues, spectrum: { ...clues.spectrum, statements }, steps })).toEqual(found);
      expect(found.statements).toHaveLength(statements.length);
      for (const all of [found.statements, found.functions]) {
        for (const { rank, tied, reasons, ochiai } of all) {
          expect(all.filter((one) => one.rank === rank)).toHaveLength(tied);
          expect(all.filter((one) => one.rank < rank)).toHaveLength(rank - 1);
          expect(reasons.some(({ kind }) => kind === "spectrum")).toBe(true);
          expect(ochiai.rank).toBeLessThanOrEqual(all.length);
        }
      }
    }),
  );
});

test("what the tests mean and do not get comes first; of what was executed the measurements are kept", () => {
  const meant = [
    { path: product, line: 90, last: 99, function: "Cart.add", reason: "the tests ask for more" },
    { path: product, line: 2, last: 5, function: "", reason: "the tests ask for that" },
  ];
  const { statements, functions } = finalOrder(cluesOf([{}, {}, {}], { meant }));
  expect(statements.map(({ line, last, rank, ochiai }) => [line, last, rank, ochiai.rank])).toEqual([
    [90, 90, 1, 4],
    [2, 2, 2, 1],
    [3, 3, 3, 1],
    [1, 1, 4, 1],
  ]);
  expect(statements[1]?.reasons.map(({ kind }) => kind)).toEqual(["meant", "failing-step", "spectrum"]);
  expect(functions.map(({ function: name, last }) => [name, last])).toEqual([
    ["Cart.add", 99],
    ["total", 2000],
  ]);
});
