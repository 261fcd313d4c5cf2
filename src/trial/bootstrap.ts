import type { Random } from "../kernel/random.ts";
import { quantile } from "./quantile.ts";

/** A number with its 95 % interval; the ends are NaN where nothing is known of how it varies. */
export interface Estimate {
  value: number;
  low: number;
  high: number;
}

const DRAWS = 10_000;

/**
 * A statistic of some items with its percentile bootstrap interval (Efron, 1979; Efron and Tibshirani, 1993, section
 * 13.3): the items are drawn anew from themselves, as many and with replacement, and the middle 95 % of what the
 * statistic then is are the interval. With fewer than about ten items it comes out too narrow.
 *
 * @param items the units that are independent of each other
 * @returns without an interval where there are not two items, or the statistic is NaN
 */
export function bootstrap<T>(
  items: readonly T[],
  statistic: (drawn: readonly T[]) => number,
  random: Random,
  draws = DRAWS,
): Estimate {
  const value = statistic(items);
  if (items.length < 2 || Number.isNaN(value)) return { value, low: Number.NaN, high: Number.NaN };
  const drawn = [...items];
  const values = Array.from({ length: draws }, () => {
    for (let at = 0; at < items.length; at += 1) drawn[at] = items[random.below(items.length)] as T;
    return statistic(drawn);
  });
  return { value, low: quantile(values, 0.025) ?? Number.NaN, high: quantile(values, 0.975) ?? Number.NaN };
}
