import type { Clock } from "./clock.ts";

/** Time that costs none: it stands while anything is to do and then jumps to the next timer. */
export interface VirtualClock extends Clock {
  /** Time stands until `promise` settles: for work that is really done elsewhere, such as a request to a model. */
  during<T>(promise: Promise<T>): Promise<T>;
  /** Time stands until the function that comes back is called. */
  hold(): () => void;
}

interface Timer {
  at: number;
  order: number;
  action: () => void;
}

/**
 * A clock that starts at 0. Timers that are due at the same moment act in the order in which they were set, each after
 * all that the one before has caused (promises included) is done, so a session takes the same course every time.
 */
export function createVirtualClock(): VirtualClock {
  let now = 0;
  let order = 0;
  let holds = 0;
  let scheduled = false;
  const timers = new Set<Timer>();
  const jump = () => {
    scheduled = false;
    const next = holds === 0 ? earliest(timers) : undefined;
    if (next === undefined) return;
    timers.delete(next);
    now = Math.max(now, next.at);
    schedule();
    next.action();
  };
  // An immediate comes when no promise has anything left to do.
  const schedule = () => {
    if (scheduled || holds > 0 || timers.size === 0) return;
    scheduled = true;
    setImmediate(jump);
  };
  const hold = () => {
    holds += 1;
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      holds -= 1;
      schedule();
    };
  };
  return {
    now: () => now,
    after: (ms, action) => {
      order += 1;
      const timer = { at: now + ms, order, action };
      timers.add(timer);
      schedule();
      return () => timers.delete(timer);
    },
    hold,
    during: async (promise) => {
      const release = hold();
      try {
        return await promise;
      } finally {
        release();
      }
    },
  };
}

/** Few timers run at a time, so looking at all of them is cheaper than keeping them in order. */
function earliest(timers: ReadonlySet<Timer>): Timer | undefined {
  let first: Timer | undefined;
  for (const timer of timers) {
    if (!first || timer.at < first.at || (timer.at === first.at && timer.order < first.order)) first = timer;
  }
  return first;
}
