import { failure } from "./breakdown.ts";
import { exceptionFrom } from "./exception-text.ts";
import type { Failure } from "./failure.ts";
import type { SummaryEntry } from "./summary.ts";
import { frame } from "./traceback.ts";

const LINE = /^(\S.*?):(\d+|None): (\S.*)$/;

/**
 * Reads what `--tb=line` prints under FAILURES: one line for each failure, with the place of the crash and no name.
 * The lines stand in the order of the summary; a reason that does not fit shows where one is missing.
 */
export function readLineStyle(lines: readonly string[], entries: readonly SummaryEntry[]): Failure[] {
  const left = entries.filter((entry) => entry.outcome === "failed");
  const told = lines.flatMap((line) => {
    const match = LINE.exec(line);
    return match ? [{ path: match[1] ?? "", line: Number(match[2]), text: match[3] ?? "" }] : [];
  });
  const inOrder = told.length === left.length;
  return told.map(({ path, line, text }) => {
    const at = left.findIndex(({ reason }) => (reason === undefined ? inOrder : fits(reason, text)));
    const [entry] = at < 0 ? [] : left.splice(0, at + 1).slice(-1);
    const frames = line > 0 ? [frame(path, line, undefined, "")] : [];
    return failure(entry?.nodeId ?? "", "call", { exception: exceptionFrom([text]), frames });
  });
}

/** pytest cuts the reason in the summary to the width of the terminal. */
function fits(reason: string, text: string): boolean {
  return reason.endsWith("...") ? text.startsWith(reason.slice(0, -3)) : text === reason;
}
