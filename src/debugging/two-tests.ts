import { type CoverageRun, runCoverage } from "../probe/coverage-run.ts";
import { commonRequest } from "./common-request.ts";
import type { Call, Engine } from "./engine.ts";
import { importsAlone } from "./rerun-line.ts";
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

interface TwoTestsRequest {
  /** Node ids. Where one names several tests, the first that fails, or passes, is meant. */
  failing: string;
  passing: string;
  /** What has to run, or be imported, before them. */
  before: readonly string[];
  /** Milliseconds. */
  deadline: number;
}

/**
 * Runs two tests under coverage.
 *
 * @throws the reason of `call.signal`, once that is given
 */
export async function runTwoTests(
  engine: Engine,
  by: Pick<Target, "argv" | "args" | "cwd">,
  call: Call,
  request: TwoTestsRequest,
): Promise<TwoTests> {
  const { failing, passing, deadline } = request;
  const begun = performance.now();
  const first = await cover(engine, by, call, request);
  const failed = named(first, failing, "failed") ?? failing;
  const passed = named(first, passing, "passed") ?? passing;
  if (failed === failing && passed === passing) return judged(first, failed, passed);
  const left = deadline - (performance.now() - begun);
  const second = await cover(engine, by, call, { ...request, failing: failed, passing: passed, deadline: left });
  return judged(second, failed, passed);
}

async function cover(
  engine: Engine,
  target: Pick<Target, "argv" | "args" | "cwd">,
  call: Call,
  { failing, passing, before, deadline }: TwoTestsRequest,
): Promise<CoverageRun> {
  const run = await runCoverage({
    ...commonRequest(engine, target, call, deadline),
    args: [...target.args, ...importsAlone(before)],
    nodeIds: [...before, failing, passing],
    targets: [failing, passing],
    workers: 1,
    steps: false,
  });
  call.signal?.throwIfAborted();
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
  if (outcome !== undefined) {
    const kind = wanted === "failed" ? "failing" : "passing";
    return `${nodeId} ${outcome === "skipped" ? "was skipped" : outcome}, and a ${kind} test is wanted`;
  }
  const collection = failures.find(({ phase }) => phase === "collection");
  if (collection) return `${nodeId} did not run: ${collection.exception.type} in ${collection.nodeId}`;
  // pytest runs none of the tests that it is given when one of them does not exist.
  const missing = tests.length === 0 ? "it does not exist, or the other one does not" : "it does not exist";
  return `${nodeId} did not run: ${problem ?? missing}`;
}
