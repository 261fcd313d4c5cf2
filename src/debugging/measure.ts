import type { Origin, ProbeRecord } from "../probe/record.ts";
import type { Failure } from "../pytest/failure.ts";
import type { FailureRequest } from "./failure-request.ts";
import { fartherOrigins } from "./farther-origin.ts";
import { nodeIdFrom, recordedFailures } from "./recorded.ts";
import { planRerun } from "./rerun-plan.ts";

/** So many of the tests with one cause are run again: enough to see that they share it. */
const MOST_TESTS = 3;
/** A thorough run takes at most so many times as long as a light one, as far as was seen. */
const THOROUGH_FACTOR = 3;

/** What one traced re-run showed; empty where none took place, `refused` then says why. */
export interface Measurement {
  failures: Failure[];
  origins: Map<string, Origin>;
  /** Every test that was run again passed. */
  passed: boolean;
  ended: string | undefined;
  refused: string | undefined;
}

/**
 * Runs failing tests once more under the probe, within the limits of the request. Where the chain broke and time is
 * left, a second run traces imports, too: seldom needed, and it costs more.
 */
export async function measure(request: FailureRequest, nodeIds: readonly string[]): Promise<Measurement> {
  if (!request.rerun) return nothing("re-runs are switched off");
  const first = nodeIds.slice(0, MOST_TESTS);
  if (first.length === 0) return nothing("no failing test is named");
  const plan = await planRerun({ ...request, nodeIds: first, limits: request.rerun });
  if ("refused" in plan) return nothing(plan.refused);
  const { deadline } = request.rerun;
  const start = performance.now();
  const light = await runOnce(request, plan, "trace", deadline);
  const took = performance.now() - start;
  const worthIt = light.retry && took * THOROUGH_FACTOR < deadline - took;
  const thorough = worthIt ? await runOnce(request, plan, "thorough", deadline - took) : undefined;
  if (!thorough?.record) return light.measurement;
  const origins = fartherOrigins(thorough.measurement.origins, light.measurement.origins);
  return { ...thorough.measurement, origins };
}

async function runOnce(
  request: FailureRequest,
  plan: { argv: [string, ...string[]]; args: string[]; nodeIds: string[] },
  mode: "trace" | "thorough",
  deadline: number,
) {
  const { runProbe } = await import("../probe/run.ts");
  const ran = await runProbe({
    ...plan,
    cwd: request.cwd,
    env: { ...request.env, ...request.command.env },
    mode,
    probeDir: request.probeDir,
    deadline,
  });
  const { record, ended } = ran;
  const refused = record ? undefined : (ran.problem ?? "the re-run left no record");
  const measurement = record ? { ...read(record, request.cwd), ended, refused } : { ...nothing(refused), ended };
  return { record, measurement, retry: record?.origins.some((origin) => origin.retry) ?? false };
}

function read(record: ProbeRecord, cwd: string) {
  const failures = recordedFailures(record, cwd);
  const calls = record.outcomes.filter((outcome) => outcome.phase === "call");
  return {
    failures,
    origins: new Map(record.origins.map((origin) => [nodeIdFrom(cwd, record, origin.nodeId), origin])),
    passed: failures.length === 0 && calls.length > 0 && calls.every((outcome) => outcome.outcome === "passed"),
  };
}

function nothing(refused: string | undefined): Measurement {
  return { failures: [], origins: new Map(), passed: false, ended: undefined, refused };
}
