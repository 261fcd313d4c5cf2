import { readRaised } from "./block.ts";
import { failure } from "./breakdown.ts";
import type { Failure } from "./failure.ts";
import { fromHeading, splitNodeId } from "./node-id.ts";
import { isNodeId } from "./summary.ts";

/** rtk: `Pytest: 2 passed, 4 failed`, then `1. ❌ name` with a few lines of the traceback under each. */
const RTK_RESULT = /^Pytest: \d+ passed, \d+ failed/;
const RTK_FAILURE = /^\d+\. (?:❌|\[FAIL\]) (.+)$/;
/** pytest-receptor: `FAIL exit=1 | 4 failed …`, then blocks that end in `rerun: pytest ID -q`. */
const RECEPTOR_RESULT = /^FAIL exit=\d+ \| /;
const RECEPTOR_FAILURE = /^ {4}rerun: pytest (.+?)(?: -q)?$/;

/**
 * What tools that shorten the output of pytest for agents leave of it: the failing tests, and of their tracebacks
 * so little that each failure counts as incomplete. Empty for any other text.
 */
export function readFiltered(lines: readonly string[]): Failure[] {
  if (lines.some((line) => RECEPTOR_RESULT.test(line))) return receptor(lines);
  return lines.some((line) => RTK_RESULT.test(line)) ? rtk(lines) : [];
}

function receptor(lines: readonly string[]): Failure[] {
  return lines.flatMap((line) => {
    const id = RECEPTOR_FAILURE.exec(line)?.[1];
    return id !== undefined && isNodeId(id) ? [failure(id, "call", {})] : [];
  });
}

function rtk(lines: readonly string[]): Failure[] {
  const found = new Map<string, Failure>();
  lines.forEach((line, at) => {
    const name = RTK_FAILURE.exec(line)?.[1];
    if (name === undefined) return;
    const own: string[] = [];
    for (let next = at + 1; /^ {5}\S/.test(lines[next] ?? ""); next += 1) own.push((lines[next] ?? "").slice(5));
    const raised = readRaised(own);
    const nodeId = isNodeId(name) ? name : fromFrames(name, raised.frames);
    if (nodeId !== "" && isWhole(nodeId) && !found.has(nodeId)) found.set(nodeId, failure(nodeId, "call", raised));
  });
  return [...found.values()];
}

function fromFrames(name: string, frames: Failure["frames"]): string {
  const test = splitNodeId(fromHeading("", name)).names.at(-1);
  const file = frames.find((one) => one.function === test)?.path;
  return file === undefined ? "" : fromHeading(file, name);
}

/** rtk cuts its names at ` - `, which may stand inside the parameters. */
function isWhole(nodeId: string): boolean {
  const bracket = nodeId.indexOf("[", nodeId.indexOf("::"));
  return bracket < 0 || nodeId.endsWith("]");
}
