import { readRaised } from "./block.ts";
import { failure } from "./breakdown.ts";
import type { Failure } from "./failure.ts";
import { isChainLine } from "./traceback.ts";
import { isNativeHeader } from "./traceback-native.ts";

const MOST = 20;

/** The tracebacks that a program without a test runner printed; each with the exceptions before it. */
export function readScript(lines: readonly string[]): Failure[] {
  const failures: Failure[] = [];
  let at = 0;
  while (failures.length < MOST) {
    const start = lines.findIndex((line, index) => index >= at && isNativeHeader(line));
    if (start < 0) break;
    at = endOf(lines, start);
    const raised = readRaised(lines.slice(start, at));
    // Without the line break behind it the name of the exception may be half of one.
    const incomplete = raised.exception.type === "" || at === lines.length;
    if (raised.frames.length > 0) failures.push(failure("", "call", { ...raised, incomplete }));
  }
  return failures;
}

/** A traceback ends at the first empty line behind its exception, if no chain goes on from there. */
function endOf(lines: readonly string[], start: number): number {
  let at = start + 1;
  while (at < lines.length && /^\s+\S/.test(lines[at] ?? "")) at += 1;
  while (at < lines.length && (lines[at] ?? "") !== "") at += 1;
  if (!isChainLine(lines[at + 1] ?? "")) return at;
  const next = lines.findIndex((line, index) => index > at + 1 && line !== "");
  return next >= 0 && isNativeHeader(lines[next] ?? "") ? endOf(lines, next) : at;
}
