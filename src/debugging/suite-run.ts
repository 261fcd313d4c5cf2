import type { ProbeRun } from "../probe/run.ts";
import { runSupervised } from "../probe/supervised.ts";
import type { Failure } from "../pytest/failure.ts";
import { secondsSince } from "./clock.ts";
import { commonRequest } from "./common-request.ts";
import type { Call, Engine } from "./engine.ts";
import { withRealRoot } from "./real-root.ts";
import { nodeIdFrom, recordedFailures } from "./recorded.ts";
import type { Target } from "./target.ts";

type Outcome = "passed" | "failed" | "skipped" | "xfailed" | "xpassed";

/** What became of the tests of one run without a tracer. */
export interface SuiteRun {
  /** The run as the probe recorded it. */
  run: ProbeRun;
  /** By node id relative to the checkout, in the order of running: the worst of each test's phases. */
  outcomes: Map<string, Outcome>;
  /** Failures of tests and of collection, node ids as above. */
  failures: Failure[];
  /** The test during which the run was cut off. */
  unfinished: string | undefined;
  /** The run came to its end. */
  complete: boolean;
  seconds: number;
}

export interface SuiteRequest {
  /** Files and node ids in the order in which they are to run; empty for what the project's configuration says. */
  selection: readonly string[];
  /** Beginnings of node ids, relative to pytest's rootdir, whose tests do not run although their files are imported. */
  deselect?: readonly string[];
  /** More options of pytest. */
  options?: readonly string[];
  /** Milliseconds. */
  deadline: number;
}

/** One file that cannot be imported must not keep the others from running. */
const ALWAYS = ["--continue-on-collection-errors"];

/**
 * Runs some tests of the checkout, or all, once and without a tracer. Never throws for what they do.
 *
 * @throws the reason of `call.signal`, once that is given
 */
export async function runSuite(engine: Engine, target: Target, call: Call, request: SuiteRequest): Promise<SuiteRun> {
  const begun = performance.now();
  const deselected = (request.deselect ?? []).map((prefix) => `--deselect=${prefix}`);
  const run = await runSupervised({
    ...commonRequest(engine, target, call, request.deadline),
    args: [...target.args, ...ALWAYS, ...deselected, ...(request.options ?? [])],
    nodeIds: [...request.selection],
    mode: "report",
  });
  call.signal?.throwIfAborted();
  return { run, ...readTests(run, target.cwd), seconds: secondsSince(begun) };
}

function readTests(run: ProbeRun, cwd: string): Pick<SuiteRun, "outcomes" | "failures" | "unfinished" | "complete"> {
  const outcomes = new Map<string, Outcome>();
  if (!run.record) return { outcomes, failures: [], unfinished: undefined, complete: false };
  const record = withRealRoot(run.record);
  let begun: string | undefined;
  for (const { nodeId, phase, outcome } of record.outcomes) {
    if (phase === "collection") continue;
    const id = nodeIdFrom(cwd, record, nodeId);
    begun = phase === "setup" && outcome === "passed" ? id : undefined;
    // Not the setup alone: a run may be cut off behind it. A failing teardown spoils a test that passed.
    if (begun === undefined && (outcome === "failed" || !outcomes.has(id))) outcomes.set(id, outcome);
  }
  const complete = record.end !== undefined && begun === undefined;
  return { outcomes, failures: recordedFailures(record, cwd), unfinished: complete ? undefined : begun, complete };
}
