import type { Suite } from "../manifest.ts";
import { ordersOf, type Rule, TECHNIQUES, type Technique } from "./orders.ts";
import { judge, type Search, type Tie, type Verdict } from "./score.ts";
import type { Measured } from "./stored.ts";

export const LEVELS = ["statements", "functions"] as const;
export type Level = (typeof LEVELS)[number];

/** How every technique did on one bug. */
export interface Judged {
  bug: Measured;
  /** Statements by the rule "any". */
  verdicts: Record<Level, Record<Technique, Verdict>>;
  /** Statements by the rule "first". */
  strict: Record<Technique, Verdict>;
}

/** Scores every technique on one bug; without clues none of them knows anything. */
export function judgeBug(bug: Measured, suite: Suite): Judged {
  const { faults, size } = bug;
  const lines: Search = { total: size.lines, faulty: faults.lines.length + faults.extended.length };
  const functions: Search = { total: size.functions, faulty: faults.functions.length };
  const by = (rule: Rule, level: Level) => {
    const orders = bug.clues && ordersOf(bug.clues, faults, (path) => isSource(path, suite), rule)[level];
    return perTechnique((one) => judge(orders?.[one] ?? ([] as Tie[]), level === "functions" ? functions : lines));
  };
  return {
    bug,
    verdicts: { statements: by("any", "statements"), functions: by("any", "functions") },
    strict: by("first", "statements"),
  };
}

function perTechnique<T>(of: (technique: Technique) => T): Record<Technique, T> {
  return Object.fromEntries(TECHNIQUES.map((one) => [one, of(one)])) as Record<Technique, T>;
}

function isSource(path: string, { sources, tests }: Suite): boolean {
  const below = (folder: string) => path === folder || path.startsWith(`${folder}/`);
  return sources.some(below) && !tests.some(below);
}
