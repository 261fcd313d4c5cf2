import { relative, resolve, sep } from "node:path";
import { realPath } from "../kernel/repo.ts";
import type { ProbeRecord } from "./record.ts";

/** How a test ended, over all of its phases. */
export interface TestOutcome {
  /** Relative to the folder that pytest was started in. */
  nodeId: string;
  outcome: "passed" | "failed" | "skipped" | "xfailed" | "xpassed";
  phase?: "setup" | "call" | "teardown";
  seconds: number;
}

/** Makes node ids, which pytest tells relative to its rootdir, relative to the folder that it was started in. */
export function nodeIdsFrom(rootdir: string, cwd: string): (nodeId: string) => string {
  const here = realPath(cwd) ?? cwd;
  const root = realPath(rootdir) ?? rootdir;
  if (here === root) return (nodeId) => nodeId;
  return (nodeId) => {
    const [path = "", ...rest] = nodeId.split("::");
    return [relative(here, resolve(root, path)).split(sep).join("/"), ...rest].join("::");
  };
}

/**
 * The tests that ran, in the order in which they ended. A test has failed when any phase did; a subtest's failure is
 * one of its call.
 *
 * @returns by node id as in the record
 */
export function testOutcomes(
  outcomes: ProbeRecord["outcomes"],
  named: (nodeId: string) => string,
): Map<string, TestOutcome> {
  const tests = new Map<string, TestOutcome>();
  for (const { nodeId, phase, outcome, seconds } of outcomes) {
    if (phase === "collection") continue;
    let test = tests.get(nodeId);
    if (!test) {
      // A call that is not told was skipped by its set-up, failed there, or was cut off.
      test = { nodeId: named(nodeId), outcome: "skipped", seconds: 0 };
      tests.set(nodeId, test);
    }
    test.seconds += seconds ?? 0;
    if (test.outcome === "failed") continue;
    if (outcome === "failed") {
      test.outcome = "failed";
      test.phase = phase;
    } else if (phase === "call") {
      test.outcome = outcome;
    } else if (phase === "setup" && outcome === "xfailed") {
      test.outcome = outcome;
    }
  }
  return tests;
}
