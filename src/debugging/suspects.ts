import type { RankedSuspect } from "../localization/suspect.ts";
import { shownPath } from "./failure-facts.ts";
import type { AnsweredSuspect } from "./reports.ts";

/** Suspects as an answer tells them, in their order. */
export function tellSuspects(
  ranked: readonly RankedSuspect[],
  repo: string,
  source: (path: string, line: number) => string,
): AnsweredSuspect[] {
  return ranked.map((suspect) => ({
    ...suspect,
    path: shownPath(repo, suspect.path),
    source: source(suspect.path, suspect.line),
  }));
}
