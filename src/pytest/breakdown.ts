import { readRaised } from "./block.ts";
import type { Failure, Frame } from "./failure.ts";
import { frame, type Raised, withoutRunner } from "./traceback.ts";

/** Stands for the type of the exception where the interpreter died. */
export const FATAL_ERROR = "Fatal Python error";
const INTERNAL = "INTERNALERROR> ";
const FATAL = /^(.*?)Fatal Python error: (.+)$/;
const FAULT_FRAME = /^ {2}File "(.+)", line (\d+|\?\?\?) in (.+)$/;
const CONFTEST = /^ImportError while loading conftest '(.+)'\.$/;

/** Failures of the whole run instead of one test: pytest itself, the interpreter, or a conftest broke. */
export function readBreakdowns(lines: readonly string[]): Failure[] {
  return [...internalError(lines), ...fatalError(lines), ...conftestError(lines)];
}

function internalError(lines: readonly string[]): Failure[] {
  const own = lines.filter((line) => line.startsWith(INTERNAL.trimEnd())).map((line) => line.slice(INTERNAL.length));
  if (own.length === 0) return [];
  const raised = readRaised(own);
  return [failure("", "call", { ...raised, incomplete: isCut(raised) })];
}

/** faulthandler's report: innermost frame first, one part for each thread. */
function fatalError(lines: readonly string[]): Failure[] {
  const at = lines.findIndex((line) => line.length < 2000 && FATAL.test(line));
  const match = at < 0 ? null : FATAL.exec(lines[at] ?? "");
  if (!match) return [];
  const thread = lines.findIndex(
    (line, index) => index > at && /^Current thread 0x\w+.* \(most recent call first\):/.test(line),
  );
  const frames: Frame[] = [];
  for (let index = thread + 1; thread > 0 && index < lines.length; index += 1) {
    const found = FAULT_FRAME.exec(lines[index] ?? "");
    if (!found) break;
    if (found[2] !== "???") frames.push(frame(found[1] ?? "", Number(found[2]), found[3], ""));
  }
  // A verbose run has printed the id of the test, and not yet its outcome.
  const nodeId = /^(\S.*::\S.*) $/.exec(match[1] ?? "")?.[1] ?? "";
  const exception = { type: FATAL_ERROR, message: match[2] ?? "" };
  const test = frames.findIndex(({ path }) => /[\\/]_pytest[\\/]python\.py$/.test(path));
  const called = test < 0 ? frames : frames.slice(0, test);
  // Of an output that begins with this line, the id may be the end of a longer one.
  const incomplete = frames.length === 0 || (at === 0 && nodeId !== "");
  return [failure(nodeId, "call", { exception, frames: withoutRunner(called.reverse()), incomplete })];
}

function conftestError(lines: readonly string[]): Failure[] {
  const at = lines.findIndex((line) => CONFTEST.test(line));
  if (at < 0) return [];
  const raised = readRaised(lines.slice(at + 1));
  const path = CONFTEST.exec(lines[at] ?? "")?.[1] ?? "";
  return [failure(path, "collection", { ...raised, incomplete: isCut(raised) })];
}

/** Nothing follows such a report, so only a message shows that the place and the type before it are whole. */
function isCut({ frames, exception }: Raised): boolean {
  return frames.length === 0 || exception.message === "";
}

/** A failure with nothing in the fields that were not given. */
export function failure(nodeId: string, phase: Failure["phase"], known: Partial<Failure>): Failure {
  const nothing = {
    exception: { type: "", message: "" },
    frames: [],
    chain: [],
    group: [],
    sections: [],
    incomplete: true,
  };
  return { nodeId, phase, ...nothing, ...known };
}
