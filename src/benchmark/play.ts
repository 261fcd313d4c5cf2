import type { Attempt } from "../client/attempt.ts";
import { CallFailure } from "../client/call-failure.ts";
import { type Client, connect } from "../client/client.ts";
import type { Dial } from "../client/link.ts";
import { FaultlineError } from "../kernel/errors.ts";
import type { NetworkState } from "../network/state.ts";
import type { Event } from "../proxy/events.ts";
import type { Ending } from "./judge.ts";
import type { Stage } from "./stage.ts";

/** A session as it went, not yet judged. */
export interface Played {
  ending: Ending;
  after: NetworkState;
  attempts: Attempt[];
  events: Event[];
  /** On the clock of the stage. */
  tookMs: number;
}

/**
 * Plays a session on a stage and closes that: connects, works, leaves.
 *
 * @param work gives the answer; a CallFailure that it throws is the failure that the agent reports
 * @param signal breaks the connection off and lets no other one be opened
 * @throws FaultlineError `process-failed` where it was called off
 */
export async function play(
  stage: Stage,
  work: (client: Client) => Promise<Ending>,
  signal?: AbortSignal,
): Promise<Played> {
  const attempts: Attempt[] = [];
  const from = stage.clock.now();
  try {
    const ending = await act(stage, attempts, work, signal);
    if (signal?.aborted) throw calledOff();
    const tookMs = stage.clock.now() - from;
    return { ending, attempts, tookMs, ...(await stage.outcome()) };
  } finally {
    await stage.close();
  }
}

async function act(
  { dial, clock }: Stage,
  attempts: Attempt[],
  work: (client: Client) => Promise<Ending>,
  signal: AbortSignal | undefined,
): Promise<Ending> {
  let client: Client | undefined;
  const leave = () => void client?.close();
  signal?.addEventListener("abort", leave, { once: true });
  try {
    client = await connect(unless(signal, dial), clock, (attempt) => attempts.push(attempt));
    return await work(client);
  } catch (error) {
    if (error instanceof CallFailure) return { failure: error.message };
    throw error;
  } finally {
    signal?.removeEventListener("abort", leave);
    await client?.close();
  }
}

function unless(signal: AbortSignal | undefined, dial: Dial): Dial {
  return async (listener) => {
    if (signal?.aborted) throw calledOff();
    return dial(listener);
  };
}

function calledOff(): FaultlineError {
  return new FaultlineError("process-failed", "the session was called off");
}
