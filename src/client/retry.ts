import { randomFor } from "../kernel/random.ts";
import { CallFailure, RefusedFailure } from "./call-failure.ts";
import { type Mechanism, pause } from "./mechanism.ts";

/** Sendings of one call at most. */
const MOST_TRIES = 8;
const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 10_000;
/** How often a call waits for a breaker to let it through. */
const MOST_WAITS = 4;

/**
 * Sends a call again after a failure that may pass, with exponential back-off and full jitter: the pause before try n is
 * drawn evenly from 0 to 200 ms · 2^(n-2), at most 10 s (Brooker, "Exponential Backoff and Jitter", AWS Architecture
 * Blog, 2015). It asks nobody whether the first one has acted.
 */
export const retry: Mechanism = (next, { clock, seed }) => {
  return async (request) => {
    const random = randomFor(seed, "retry", request.call);
    let waits = 0;
    for (let tried = 1; ; ) {
      try {
        return await next(request);
      } catch (error) {
        if (!(error instanceof CallFailure)) throw error;
        if (error instanceof RefusedFailure && error.waitMs !== undefined && waits < MOST_WAITS) {
          waits += 1;
          await pause(clock, error.waitMs);
        } else {
          if (!error.retryable || tried === MOST_TRIES) throw error;
          await pause(clock, random.next() * Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (tried - 1)));
          tried += 1;
        }
      }
    }
  };
};
