import { randomFor } from "../../src/kernel/random.ts";
import { bootstrap, type Estimate } from "../../src/trial/bootstrap.ts";
import { changeTogether, changeTypically, type Measured } from "../../src/trial/change.ts";
import type { Metric } from "./metrics.ts";
import { byName, isLeaky, type SessionResult } from "./result.ts";

/** One case in two arms: the mean over its repetitions in each. */
export interface Pair extends Measured {
  case: string;
}

/** A metric in two arms, over all cases that have it in both. */
export interface Comparison {
  metric: Metric;
  pairs: readonly Pair[];
  /** Means over cases. */
  base: number;
  other: number;
  /** How much more the other arm takes of all cases together, as a share of what the first one takes. */
  together: Estimate;
  /** How much more it takes of the typical case. */
  typical: Estimate;
  /** Cases in which the other arm takes less, and more. */
  less: number;
  more: number;
}

/** Whether a session tells anything: its agent could work, and got nothing of the answer from elsewhere. */
export function counts(result: SessionResult): boolean {
  return result.record.ended !== "failed" && result.judged.verdict !== "not-applied" && !isLeaky(result);
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
 * Compares two arms. Cases are what is drawn for the intervals: repetitions of one case are no further evidence for
 * another.
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
  const random = (what: string) => randomFor(seed, "bootstrap", base, other, metric.name, what);
  return {
    metric,
    pairs,
    base: mean(pairs.map((pair) => pair.base)),
    other: mean(pairs.map((pair) => pair.other)),
    together: bootstrap(pairs, changeTogether, random("together")),
    typical: bootstrap(pairs, changeTypically, random("typical")),
    less: pairs.filter((pair) => pair.other < pair.base).length,
    more: pairs.filter((pair) => pair.other > pair.base).length,
  };
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
