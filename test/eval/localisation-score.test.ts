import fc from "fast-check";
import { expect, test } from "vitest";
import { judge, summarise, type Tie } from "../../eval/localisation/score.ts";

/** E_inspect as its paper writes it: start + Σ k · C(size - k - 1, faulty - 1) / C(size, faulty). */
function asPublished(start: number, size: number, faulty: number): number {
  let sum = 0;
  for (let k = 1; k <= size - faulty; k++) sum += k * choose(size - k - 1, faulty - 1);
  return start + sum / choose(size, faulty);
}

function choose(n: number, k: number): number {
  let result = 1;
  for (let i = 1; i <= k; i++) result = (result * (n - k + i)) / i;
  return result;
}

test("a faulty one that shares its place has the expected rank of the published formula", () => {
  const tie = fc
    .integer({ min: 1, max: 30 })
    .chain((size) => fc.tuple(fc.constant(size), fc.integer({ min: 1, max: size })));
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 9 })), tie, (before, [size, faulty]) => {
      const order = [...before.map((one) => ({ size: one, faulty: 0 })), { size, faulty }];
      const start = before.reduce((sum, one) => sum + one, 0) + 1;
      const { rank, found, exam } = judge(order, { total: 1000, faulty });
      expect(rank).toBeCloseTo(asPublished(start, size, faulty), 9);
      expect(found).toBe(true);
      expect(exam).toBe(rank / 1000);
    }),
  );
});

test("only the first faulty one counts", () => {
  const order: Tie[] = [
    { size: 2, faulty: 0 },
    { size: 1, faulty: 1 },
    { size: 9, faulty: 9 },
  ];
  expect(judge(order, { total: 100, faulty: 10 }).rank).toBe(3);
});

test("what an order does not hold is one tie behind it", () => {
  expect(judge([{ size: 4, faulty: 0 }], { total: 10, faulty: 2 })).toEqual({
    rank: 5 + 4 / 3,
    found: false,
    exam: (5 + 4 / 3) / 10,
  });
});

test("where nothing can be faulty, such as functions for a fix outside of them, everything is looked at", () => {
  expect(judge([{ size: 4, faulty: 0 }], { total: 10, faulty: 0 })).toEqual({ rank: 10, found: false, exam: 1 });
});

test("a summary counts the bugs within each top N and averages the exam score", () => {
  const of = (rank: number) => ({ rank, found: true, exam: rank / 100 });
  expect(summarise([of(1), of(1.5), of(5), of(11)])).toEqual({
    bugs: 4,
    within: { 1: 1, 3: 2, 5: 3, 10: 3 },
    exam: 0.04625,
  });
});
