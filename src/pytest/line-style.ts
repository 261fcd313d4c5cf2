import { failure } from "./breakdown.ts";
import { exceptionFrom } from "./exception-text.ts";
import type { Failure } from "./failure.ts";
import type { SummaryEntry } from "./summary.ts";
import { frame } from "./traceback.ts";

const LINE = /^(\S.*?):(\d+): (\S.*)$/;

/**
 * Reads what `--tb=line` prints under FAILURES: one line for each failure, with the place of the crash and no name.
 * The lines stand in the order of the summary; a reason that does not fit shows where one is missing.
 */
export function readLineStyle(lines: readonly string[], entries: readonly SummaryEntry[]): Failure[] {
  const left = entries.filter((entry) => entry.outcome === "failed");
  const matches = lines.flatMap((line) => LINE.exec(line) ?? []).length / 4;
  return lines.flatMap((line) => {
    const match = LINE.exec(line);
    if (!match) return [];
    const text = match[3] ?? "";
    const at = left.findIndex((entry) => (entry.reason === undefined ? left.length === matches : fits(entry.reason, text)));
    const [entry] = at < 0 ? [] : left.splice(0, at + 1).slice(-1);
    const exception = exceptionFrom([text]);
    return [failure(entry?.nodeId ?? "", "call", { exception, frames: [frame(match[1] ?? "", Number(match[2]), undefined, "")] })];
  });
}

/** pytest cuts the reason in the summary to the width of the terminal. */
function fits(reason: string, text: string): boolean {
  return reason.endsWith("...") ? text.startsWith(reason.slice(0, -3)) : text === reason;
}
