import { describe, expect, test } from "vitest";
import { randomFor } from "../../src/kernel/random.ts";
import { bootstrap } from "../../src/trial/bootstrap.ts";
import { changeTogether, changeTypically } from "../../src/trial/change.ts";
import { quantile } from "../../src/trial/quantile.ts";

const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);
const meanOf = (values: readonly number[]) => sum(values) / values.length;

describe("the interval", () => {
  // Tokens of eight sessions with and without, one of which went astray.
  const base = [67_949, 87_103, 218_342, 1_959_698, 65_503, 82_789, 86_173, 106_106];
  const other = [70_419, 89_927, 120_968, 95_087, 68_261, 85_595, 75_457, 109_363];
  const pairs = base.map((value, at) => ({ base: value, other: other[at] ?? Number.NaN }));

  // scipy 1.17.1: bootstrap((base, other), f, paired=True, n_resamples=1_000_000, method="percentile"), where f is
  // other.sum() / base.sum() - 1 and scipy.stats.gmean(other / base) - 1.
  test.each([
    ["of the change of all together", changeTogether, -0.732_55, -0.889_69, 0.014_5],
    ["of the change of a typical pair", changeTypically, -0.360_51, -0.702_6, 0.015_9],
  ])("%s is that of scipy", (_, statistic, value, low, high) => {
    const made = bootstrap(pairs, statistic, randomFor(1, "scipy"));
    expect(made.value).toBeCloseTo(value, 4);
    expect(made.low).toBeCloseTo(low, 2);
    expect(made.high).toBeCloseTo(high, 2);
  });

  test("is that of all samples that there are", () => {
    const items = [1, 2, 4, 8, 16];
    const all = items.flatMap((a) =>
      items.flatMap((b) => items.flatMap((c) => items.flatMap((d) => items.map((e) => meanOf([a, b, c, d, e]))))),
    );
    const made = bootstrap(items, meanOf, randomFor(1, "all"), 50_000);
    expect(all).toHaveLength(5 ** 5);
    // The means that there are lie 0.2 apart.
    expect(Math.abs(made.low - (quantile(all, 0.025) ?? 0))).toBeLessThanOrEqual(0.2 + 1e-9);
    expect(Math.abs(made.high - (quantile(all, 0.975) ?? 0))).toBeLessThanOrEqual(0.2 + 1e-9);
  });

  test("holds the truth about as often as it says", () => {
    const random = randomFor(7, "coverage");
    // Ratios of which the geometric mean is 0.8, spread as wide as those of real sessions.
    const ratio = () => 0.8 * Math.exp(sum(Array.from({ length: 12 }, () => random.next() - 0.5)) * 0.4);
    const held = Array.from({ length: 400 }, (_, run) => {
      const drawn = Array.from({ length: 20 }, () => ({ base: 1, other: ratio() }));
      const { low, high } = bootstrap(drawn, changeTypically, randomFor(run, "draws"), 400);
      return low <= -0.2 && -0.2 <= high;
    }).filter(Boolean).length;
    // 95 % less what few items cost; three standard errors are 3.3 %.
    expect(held / 400).toBeGreaterThan(0.89);
    expect(held / 400).toBeLessThan(0.98);
  });
});

test("one item says nothing of how they vary, and a statistic that is not there has no interval", () => {
  const nothing = { low: Number.NaN, high: Number.NaN };
  expect(bootstrap([3], meanOf, randomFor(1, "one"))).toEqual({ value: 3, ...nothing });
  expect(bootstrap([], meanOf, randomFor(1, "none"))).toEqual({ value: Number.NaN, ...nothing });
});

test("the same seed gives the same interval", () => {
  const once = () => bootstrap([1, 5, 9, 20], meanOf, randomFor(3, "seed"), 200);
  expect(once()).toEqual(once());
});
