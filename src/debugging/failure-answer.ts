import { type AloneRun, runAlone } from "./alone.ts";
import { type Baseline, checkoutNow, dependingOn, pollutersOf, recordBaseline } from "./baseline.ts";
import { type Clock, startClock } from "./clock.ts";
import type { Call, Engine } from "./engine.ts";
import { shownPath } from "./failure-facts.ts";
import { packAnswer } from "./packing.ts";
import type { AloneStatus, FailureAnswer } from "./reports.ts";
import { type Target, target } from "./target.ts";
import { shownLines, tellRun } from "./tell-run.ts";

export interface FailureAnswerRequest {
  /** Relative to the checkout, or absolute below it. */
  nodeId: string;
}

/**
 * Runs one test alone and tells how it fails and where the bad value was made. A test that passes alone, and is on
 * record to fail after others, is run after them.
 *
 * @throws FaultlineError `bad-request`; the reason of `call.signal`, once that is given
 */
export async function failureAnswer(engine: Engine, request: FailureAnswerRequest, call: Call): Promise<FailureAnswer> {
  const clock = startClock(call);
  const asked = target(engine, request.nodeId);
  const before = checkoutNow(engine);
  const { run, polluters } = await runToFail(engine, asked, call, clock);
  const checkout = await before;
  const status = polluters.length > 0 ? "order-dependent" : run.status;
  const { nodeId } = run.target;
  const notes = await recordBaseline(engine, baselineOf(run, status, polluters), checkout, asked.nodeId);
  const shown = shownLines(run, engine.repo);
  const files = new Set([run.target.path, ...shown.map(({ path }) => shownPath(engine.repo, path))]);
  const told = tellRun(engine, run, status, shown, polluters);
  const answer = { ...told, notes: [...notes, ...told.notes] };
  return packAnswer("failure", answer, {
    state: engine.state,
    key: nodeId,
    fingerprint: dependingOn(checkout, files),
    budgetTokens: call.budgetTokens,
  });
}

const PASSES = "it passes alone; investigate looks for earlier tests that make it fail";

/** The run that shows the failure, and what had to run before it. */
async function runToFail(
  engine: Engine,
  asked: Target,
  call: Call,
  clock: Clock,
): Promise<{ run: AloneRun; polluters: string[] }> {
  call.progress?.({ message: `running ${asked.nodeId} alone` });
  const alone = await runAlone(engine, asked, call, { deadline: clock.left() });
  const known = alone.status === "passed" ? await pollutersOf(engine, asked.nodeId) : [];
  if (known.length === 0) {
    const notes = alone.status === "passed" ? [...alone.notes, PASSES] : alone.notes;
    return { run: { ...alone, notes }, polluters: [] };
  }
  call.progress?.({ message: `it passes alone; running it after ${known.join(", ")}` });
  const after = await runAlone(engine, alone.target, call, { deadline: clock.left(), after: known });
  if (after.status !== "failed") return { run: alone, polluters: [] };
  const note = `it passes alone; this is how it fails after ${known.join(", ")}`;
  return { run: { ...after, notes: [note, ...after.notes] }, polluters: known };
}

function baselineOf({ target: { nodeId }, signature }: AloneRun, status: AloneStatus, polluters: string[]): Baseline {
  return {
    nodeId,
    status,
    ...(signature !== undefined && { signature }),
    ...(polluters.length > 0 && { polluters }),
    outcomes: {},
    complete: false,
  };
}
