import type { Call } from "./engine.ts";

/** What an answer itself needs at the end: to stop a child, to rank, to pack and to store. */
const RESERVE = { part: 0.2, most: 2_000 };

/** How much of an operation's time is left. */
export interface Clock {
  /** Milliseconds until the answer has to be made; never negative. */
  left(): number;
  /** Seconds since the operation began. */
  seconds(): number;
}

/** Starts the clock of one operation. */
export function startClock({ deadline }: Pick<Call, "deadline">): Clock {
  const start = performance.now();
  const end = start + deadline - Math.min(RESERVE.most, deadline * RESERVE.part);
  return {
    left: () => Math.max(0, end - performance.now()),
    seconds: () => secondsSince(start),
  };
}

/** Milliseconds that are left of some time from now on, of which nothing is held back. */
export function countdown(deadline: number): () => number {
  const end = performance.now() + deadline;
  return () => Math.max(0, end - performance.now());
}

/** Seconds since a time of `performance.now()`, to the millisecond. */
export function secondsSince(start: number): number {
  return Math.round(performance.now() - start) / 1000;
}
