import { randomFor } from "../../src/kernel/random.ts";
import { quantile } from "../../src/trial/quantile.ts";
import type { Metric } from "./metrics.ts";
import type { SessionResult } from "./result.ts";

/** One case in two arms: the mean over its repetitions in each. */
export interface Pair {
  case: string;
  base: number;
  other: number;
}

/** A metric in two arms, over all cases that have it in both. */
export interface Comparison {
  metric: Metric;
  pairs: readonly Pair[];
  /** Means over cases. */
  base: number;
  other: number;
  /** How much more the other arm takes, as a share of what the first one takes: -0.25 is a quarter less. */
  change: number;
  /** 95 % interval of it. */
  low: number;
  high: number;
  /** Median over cases of each case's own change. */
  median: number;
  /** Cases in which the other arm takes less, and more. */
  less: number;
  more: number;
}

/** Draws of the bootstrap. */
const DRAWS = 10_000;

/** Whether a session tells anything: its agent could work, and got nothing of the answer from elsewhere. */
export function counts({ record, leaks, judged }: SessionResult): boolean {
  return record.ended !== "failed" && judged.verdict !== "void" && leaks.every(({ how }) => how === "tried");
}

/** The cases that have sessions that count in both arms. */
export function pairsOf(results: readonly SessionResult[], base: string, other: string, metric: Metric): Pair[] {
  const valid = results.filter(counts);
  return [...new Set(valid.map((result) => result.case))].toSorted(byName).flatMap((name) => {
    const values = (arm: string) =>
      valid.filter((one) => one.case === name && one.arm === arm).flatMap((one) => metric.of(one) ?? []);
    const [first, second] = [values(base), values(other)];
    return first.length === 0 || second.length === 0 ? [] : [{ case: name, base: mean(first), other: mean(second) }];
  });
}

/**
 * Compares two arms. The change is that of the sums, so that a case weighs what it costs; its interval is the percentile
 * bootstrap over cases (Efron, 1979): repetitions of one case are no further evidence for another.
 *
 * @returns undefined where no case is in both arms
 */
export function compare(
  results: readonly SessionResult[],
  base: string,
  other: string,
  metric: Metric,
  seed: number,
): Comparison | undefined {
  const pairs = pairsOf(results, base, other, metric);
  if (pairs.length === 0) return undefined;
  const random = randomFor(seed, "bootstrap", base, other, metric.name);
  const draws = Array.from({ length: DRAWS }, () =>
    changeOf(pairs.map(() => pairs[random.below(pairs.length)] ?? pairs[0] ?? { base: 0, other: 0 })),
  );
  const own = pairs.map((pair) => changeOf([pair]));
  return {
    metric,
    pairs,
    base: mean(pairs.map((pair) => pair.base)),
    other: mean(pairs.map((pair) => pair.other)),
    change: changeOf(pairs),
    low: quantile(draws, 0.025) ?? Number.NaN,
    high: quantile(draws, 0.975) ?? Number.NaN,
    median: quantile(own, 0.5) ?? Number.NaN,
    less: pairs.filter((pair) => pair.other < pair.base).length,
    more: pairs.filter((pair) => pair.other > pair.base).length,
  };
}

function changeOf(pairs: readonly { base: number; other: number }[]): number {
  const base = pairs.reduce((sum, pair) => sum + pair.base, 0);
  const other = pairs.reduce((sum, pair) => sum + pair.other, 0);
  return base === 0 && other === 0 ? 0 : other / base - 1;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** youtube-dl/8 before youtube-dl/10. */
function byName(a: string, b: string): number {
  return a.localeCompare(b, "en", { numeric: true });
}
