import type { RankedSuspect } from "../localization/suspect.ts";
import { shownPath } from "./failure-facts.ts";
import type { AnsweredSuspect } from "./reports.ts";

/** Suspects as an answer tells them, in their order. */
export function tellSuspects(
  ranked: readonly RankedSuspect[],
  repo: string,
  source: (path: string, line: number) => string,
): AnsweredSuspect[] {
  return ranked.map(({ path, line, function: name, rank, tied, reasons, ochiai, score }) => ({
    path: shownPath(repo, path),
    line,
    function: name,
    rank,
    tied,
    source: source(path, line),
    why: reasons.map(({ text }) => text),
    ochiai: { ...ochiai, score2: `${score.num2}/${score.den2}` },
  }));
}
