import { comparePairs, type Paired } from "../../src/trial/paired.ts";
import { type Rate, rateOf } from "../../src/trial/rates.ts";
import { type Group, groupsOf } from "./groups.ts";
import { INJECTED, METRICS } from "./metrics.ts";
import { type Comparison, compare, counts, mean, type Pair, pairsOf } from "./paired.ts";
import type { SessionResult } from "./result.ts";

/** A group in two arms. */
export interface Compared {
  group: Group;
  base: string;
  other: string;
  /** One for each metric that a case has in both arms. */
  metrics: Comparison[];
  /** Bytes injected, mean over cases; undefined where no case is in both arms. */
  bytes: { base: number; other: number; pairs: readonly Pair[] } | undefined;
  /** Sessions that fixed the bug, of those that count. */
  fixed: { base: Rate; other: Rate; paired: Paired };
}

/** Compares the first arm with each other one in every group; groups of one arm are left out. */
export function compareAll(results: readonly SessionResult[], arms: readonly string[], seed: number): Compared[] {
  const [base, ...others] = arms;
  if (base === undefined) return [];
  return groupsOf(results).flatMap((group) =>
    others
      .filter((other) => group.results.some(({ arm }) => arm === other))
      .map((other) => compareGroup(group, base, other, seed)),
  );
}

function compareGroup(group: Group, base: string, other: string, seed: number): Compared {
  const bytes = pairsOf(group.results, base, other, INJECTED);
  return {
    group,
    base,
    other,
    metrics: METRICS.flatMap((metric) => compare(group.results, base, other, metric, seed) ?? []),
    bytes:
      bytes.length === 0
        ? undefined
        : { base: mean(bytes.map((pair) => pair.base)), other: mean(bytes.map((pair) => pair.other)), pairs: bytes },
    fixed: fixedIn(group.results.filter(counts), base, other),
  };
}

function fixedIn(valid: readonly SessionResult[], base: string, other: string): Compared["fixed"] {
  const rate = (arm: string) => {
    const own = valid.filter((result) => result.arm === arm);
    return rateOf(own.filter(isFixed).length, own.length);
  };
  const pairs = valid
    .filter(({ arm }) => arm === base)
    .flatMap((first) => {
      const second = valid.find(
        (one) => one.arm === other && one.case === first.case && one.repetition === first.repetition,
      );
      return second ? [[isFixed(first), isFixed(second)] as const] : [];
    });
  return { base: rate(base), other: rate(other), paired: comparePairs(pairs) };
}

function isFixed({ judged }: SessionResult): boolean {
  return judged.verdict === "fixed";
}
