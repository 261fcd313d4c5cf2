import { expect, test } from "vitest";
import { quantile } from "../../src/trial/quantile.ts";

test("quantiles lie between neighbours, in whatever order the values come", () => {
  expect(quantile([40, 10, 30, 20], 0.5)).toBe(25);
  expect(quantile([3, 1, 2], 0.5)).toBe(2);
  expect(quantile([1, 2, 3, 4, 5], 0.95)).toBeCloseTo(4.8);
  expect(quantile([7], 0.95)).toBe(7);
  expect([quantile([2, 9, 4], 0), quantile([2, 9, 4], 1)]).toEqual([2, 9]);
});

test("of nothing there is none", () => {
  expect(quantile([], 0.5)).toBeUndefined();
});
