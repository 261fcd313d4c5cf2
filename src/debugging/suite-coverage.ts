import { availableParallelism } from "node:os";
import { mostSimilar } from "../localization/compare.ts";
import { type CoverageRun, runCoverage } from "../probe/coverage-run.ts";
import { commonRequest } from "./common-request.ts";
import type { Call, Engine } from "./engine.ts";
import type { PassingTest } from "./reports.ts";
import type { Target } from "./target.ts";

/** Below so many files, starting workers and collecting in each takes longer than it saves. */
const FILES_WORTH_WORKERS = 30;
const MOST_WORKERS = 4;
/** A test that waits for what is not there must leave time for others: part of the time, and at least so many seconds. */
const TEST_LIMIT = { part: 0.15, seconds: 5 };

export interface SuiteCoverageRequest {
  /** Files and node ids in the order in which they are to run; the target is among them. */
  selection: readonly string[];
  /** Milliseconds. */
  deadline: number;
  /** The order of the tests matters: no workers. */
  inOrder?: boolean;
}

/**
 * Runs tests of the suite with coverage by test, and of the target by step. Never throws for what the tests do.
 *
 * @throws the reason of `call.signal`, once that is given
 */
export async function suiteCoverage(
  engine: Engine,
  target: Target,
  call: Call,
  { selection, deadline, inOrder = false }: SuiteCoverageRequest,
): Promise<CoverageRun> {
  const spread = !inOrder && selection.length >= FILES_WORTH_WORKERS;
  const run = await runCoverage({
    ...commonRequest(engine, target, call, deadline),
    args: target.args,
    nodeIds: selection,
    targets: [target.nodeId],
    workers: spread ? Math.min(availableParallelism(), MOST_WORKERS) : 1,
    steps: true,
    testSeconds: Math.max(TEST_LIMIT.seconds, (deadline / 1000) * TEST_LIMIT.part),
    onTest: (done, total) =>
      call.progress?.({ message: "the suite with coverage", done, ...(total !== undefined && { total }) }),
  });
  call.signal?.throwIfAborted();
  return run;
}

/** The passing test that executed most of what the target did; undefined where none did any of it. */
export function similarTest({ tests }: CoverageRun, nodeId: string): PassingTest | undefined {
  const own = tests.find((test) => test.nodeId === nodeId);
  const found = own && mostSimilar(tests, { nodeId, statements: own.statements });
  return found && { ...found, similarity: Math.round(found.similarity * 1000) / 1000 };
}
