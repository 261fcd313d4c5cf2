import { type AloneRun, runAlone } from "./alone.ts";
import { checkoutNow, dependingOn, recordBaseline } from "./baseline.ts";
import { startClock } from "./clock.ts";
import type { Call, Engine } from "./engine.ts";
import { shownPath } from "./failure-facts.ts";
import { packAnswer } from "./packing.ts";
import type { FailureAnswer } from "./reports.ts";
import { target } from "./target.ts";
import { shownLines, tellRun } from "./tell-run.ts";

export interface FailureAnswerRequest {
  /** Relative to the checkout, or absolute below it. */
  nodeId: string;
}

/**
 * Runs one test alone and tells how it fails and where the bad value was made.
 *
 * @throws FaultlineError `bad-request`; the reason of `call.signal`, once that is given
 */
export async function failureAnswer(engine: Engine, request: FailureAnswerRequest, call: Call): Promise<FailureAnswer> {
  const clock = startClock(call);
  const asked = target(engine, request.nodeId);
  const before = checkoutNow(engine);
  call.progress?.({ message: `running ${asked.nodeId} alone` });
  const run = await runAlone(engine, asked, call, { deadline: clock.left() });
  const checkout = await before;
  const { nodeId } = run.target;
  const known = { nodeId, status: run.status, ...signed(run), outcomes: {}, complete: false };
  await recordBaseline(engine, known, checkout, asked.nodeId);
  const shown = shownLines(run, engine.repo);
  const answer = tellRun(engine, run, run.status, shown);
  const files = new Set([run.target.path, ...shown.map(({ path }) => shownPath(engine.repo, path))]);
  return packAnswer("failure", answer, {
    state: engine.state,
    key: nodeId,
    fingerprint: dependingOn(checkout, files),
    budgetTokens: call.budgetTokens,
  });
}

function signed({ signature }: AloneRun): { signature?: string } {
  return signature === undefined ? {} : { signature };
}
