/** A rate with its interval. */
export interface Rate {
  passed: number;
  total: number;
  /** From 0 to 1; NaN of nothing. */
  rate: number;
  /** Ends of the 95 % interval (Wilson score). */
  low: number;
  high: number;
}

/** Normal quantile of a two-sided 95 % interval. */
const Z = 1.959_963_984_540_054;

/**
 * The rate of successes with its Wilson score interval (Wilson, 1927), which stays inside 0 to 1 and means something
 * for few runs as well.
 */
export function rateOf(passed: number, total: number): Rate {
  if (total === 0) return { passed, total, rate: Number.NaN, low: 0, high: 1 };
  const rate = passed / total;
  const z2 = Z * Z;
  const middle = (rate + z2 / (2 * total)) / (1 + z2 / total);
  const half = (Z / (1 + z2 / total)) * Math.sqrt((rate * (1 - rate)) / total + z2 / (4 * total * total));
  return {
    passed,
    total,
    rate,
    low: passed === 0 ? 0 : Math.max(0, middle - half),
    high: passed === total ? 1 : Math.min(1, middle + half),
  };
}

/**
 * pass^k: how likely k runs drawn from these all pass, C(passed, k) / C(total, k) (Yao et al., tau-bench, 2024);
 * undefined where there are fewer than k runs.
 */
export function passAll(passed: number, total: number, k: number): number | undefined {
  if (k > total) return undefined;
  let value = 1;
  for (let at = 0; at < k; at += 1) value *= Math.max(0, passed - at) / (total - at);
  return value;
}
