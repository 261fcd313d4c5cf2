import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { passAll, rateOf } from "../../src/trial/rates.ts";

describe("a rate with its interval", () => {
  test("agrees with published Wilson intervals", () => {
    // Newcombe (1998), table I, method 3: 81 of 263, 15 of 148, 0 of 20, 1 of 29.
    const published = [
      [81, 263, 0.2553, 0.3662],
      [15, 148, 0.0624, 0.1605],
      [0, 20, 0, 0.1611],
      [1, 29, 0.0061, 0.1718],
    ] as const;
    for (const [passed, total, low, high] of published) {
      const rate = rateOf(passed, total);
      expect(rate.low).toBeCloseTo(low, 4);
      expect(rate.high).toBeCloseTo(high, 4);
    }
  });

  test("holds the rate, stays inside 0 to 1, and mirrors", () => {
    const runs = fc.nat(5000).chain((total) => fc.tuple(fc.nat(total), fc.constant(total + 1)));
    fc.assert(
      fc.property(runs, ([passed, total]) => {
        const { rate, low, high } = rateOf(passed, total);
        const failed = rateOf(total - passed, total);
        expect(low).toBeGreaterThanOrEqual(0);
        expect(high).toBeLessThanOrEqual(1);
        expect(low).toBeLessThanOrEqual(rate);
        expect(high).toBeGreaterThanOrEqual(rate);
        expect(failed.low).toBeCloseTo(1 - high, 10);
      }),
    );
  });

  test("of nothing is unknown", () => {
    expect(rateOf(0, 0)).toEqual({ passed: 0, total: 0, rate: Number.NaN, low: 0, high: 1 });
  });
});

describe("pass^k", () => {
  test("is the share of all choices of k runs that hold only passes", () => {
    const cases = fc.nat(9).chain((total) => fc.tuple(fc.nat(total), fc.constant(total), fc.nat(total)));
    fc.assert(
      fc.property(cases, ([passed, total, k]) => {
        const runs = Array.from({ length: total }, (_, at) => at < passed);
        const chosen = choices(runs, k);
        const good = chosen.filter((choice) => choice.every(Boolean)).length;
        expect(passAll(passed, total, k)).toBeCloseTo(good / chosen.length, 10);
      }),
    );
  });

  test("is unknown with fewer than k runs", () => {
    expect(passAll(3, 3, 4)).toBeUndefined();
  });
});

function choices<T>(items: readonly T[], k: number): T[][] {
  if (k === 0) return [[]];
  return items.flatMap((item, at) => choices(items.slice(at + 1), k - 1).map((rest) => [item, ...rest]));
}
