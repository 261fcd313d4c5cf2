import { describe, expect, test } from "vitest";
import { comparePairs } from "../../src/trial/paired.ts";

const pairs = (both: number, first: number, second: number, neither: number) => [
  ...Array.from({ length: both }, () => [true, true] as const),
  ...Array.from({ length: first }, () => [true, false] as const),
  ...Array.from({ length: second }, () => [false, true] as const),
  ...Array.from({ length: neither }, () => [false, false] as const),
];

describe("two agents on the same sessions", () => {
  test("only the sessions in which they differ count", () => {
    const { p, ...counts } = comparePairs(pairs(90, 9, 1, 0));
    expect(counts).toEqual({ better: 9, worse: 1, total: 100 });
    expect(p).toBeCloseTo((2 * 11) / 1024, 12);
    expect(comparePairs(pairs(0, 9, 1, 90)).p).toBe(comparePairs(pairs(90, 9, 1, 0)).p);
  });

  test("agents that never differ, or equally often, are no different", () => {
    expect(comparePairs(pairs(50, 0, 0, 50)).p).toBe(1);
    expect(comparePairs(pairs(0, 7, 7, 0)).p).toBe(1);
    expect(comparePairs([]).p).toBe(1);
  });

  test("is symmetric", () => {
    expect(comparePairs(pairs(0, 3, 14, 0)).p).toBe(comparePairs(pairs(0, 14, 3, 0)).p);
  });

  test("thousands of differences neither underflow nor pass for chance", () => {
    const { p } = comparePairs(pairs(0, 1000, 1200, 0));
    // The normal approximation with continuity correction: z = 199 / sqrt(2200).
    expect(p).toBeGreaterThan(1.5e-5);
    expect(p).toBeLessThan(3e-5);
  });
});
