import { type CoverageRun, runCoverage } from "../probe/coverage-run.ts";
import type { Call, Engine } from "./engine.ts";
import type { Target } from "./target.ts";
import { isNamed } from "./test-outcome.ts";

/** A failing and a passing test under coverage, in one process. */
export interface TwoTests {
  run: CoverageRun;
  failing: string;
  passing: string;
  /** One line on why the two cannot be compared. */
  problem: string | undefined;
}

/**
 * Runs two tests under coverage. Where a node id names several tests, the first that fails, or passes, is meant.
 *
 * @param deadline milliseconds
 * @throws the reason of `call.signal`, once that is given
 */
export async function runTwoTests(
  engine: Engine,
  failing: Target,
  passing: string,
  call: Call,
  deadline: number,
): Promise<TwoTests> {
  const begun = performance.now();
  const first = await cover(engine, failing, [failing.nodeId, passing], call, deadline);
  const failed = named(first, failing.nodeId, "failed") ?? failing.nodeId;
  const passed = named(first, passing, "passed") ?? passing;
  if (failed === failing.nodeId && passed === passing) return judged(first, failed, passed);
  const left = deadline - (performance.now() - begun);
  return judged(await cover(engine, failing, [failed, passed], call, left), failed, passed);
}

async function cover(
  engine: Engine,
  { argv, args, cwd }: Target,
  nodeIds: string[],
  { signal }: Call,
  deadline: number,
): Promise<CoverageRun> {
  const run = await runCoverage({
    argv,
    args,
    nodeIds,
    targets: nodeIds,
    workers: 1,
    steps: false,
    cwd,
    env: engine.env,
    probeDir: engine.probeDir,
    deadline: Math.max(1, deadline),
    ...(signal && { signal }),
  });
  signal?.throwIfAborted();
  return run;
}

function named({ tests }: CoverageRun, name: string, outcome: "failed" | "passed"): string | undefined {
  const own = tests.filter(({ nodeId }) => isNamed(name, nodeId));
  return (own.find((test) => test.outcome === outcome) ?? own[0])?.nodeId;
}

function judged(run: CoverageRun, failing: string, passing: string): TwoTests {
  return { run, failing, passing, problem: whyNot(run, failing, "failed") ?? whyNot(run, passing, "passed") };
}

function whyNot({ tests, problem, failures }: CoverageRun, nodeId: string, wanted: string): string | undefined {
  const outcome = tests.find((test) => test.nodeId === nodeId)?.outcome;
  if (outcome === wanted) return undefined;
  if (outcome !== undefined) return `${nodeId} does not ${wanted === "failed" ? "fail" : "pass"}: it ${was(outcome)}`;
  const collection = failures.find(({ phase }) => phase === "collection");
  if (collection) return `${nodeId} did not run: ${collection.exception.type} in ${collection.nodeId}`;
  // pytest runs none of the tests that it is given when one of them does not exist.
  const missing = tests.length === 0 ? "it does not exist, or the other one does not" : "it does not exist";
  return `${nodeId} did not run: ${problem ?? missing}`;
}

function was(outcome: string): string {
  return outcome === "skipped" ? "was skipped" : outcome;
}
