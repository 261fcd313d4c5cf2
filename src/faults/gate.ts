import { randomFor } from "../kernel/random.ts";
import type { Draw } from "./kind.ts";
import type { Condition } from "./rule.ts";

/** One call, as a rule's condition sees it. */
export interface GateCall {
  /** Its number, from 1, among those that the gate is asked about. */
  call: number;
  /** Milliseconds since the session began. */
  atMs: number;
  /** False where the effect could do nothing, such as a stale answer with nothing to answer from. */
  possible: boolean;
}

/**
 * Whether a rule fires, call by call of one method and target. What it remembers (bursts, the limit) is of that target
 * alone, and what it draws belongs to the call, so neither other calls nor other rules shift it.
 */
export function createGate(condition: Condition, draw: (call: number) => Draw): (call: GateCall) => boolean {
  let fired = 0;
  let burstUntil = 0;
  return ({ call, atMs, possible }) => {
    if (!possible || (condition.limit !== undefined && fired >= condition.limit)) return false;
    if (call > burstUntil) {
      if (!isDue(condition, call, atMs)) return false;
      if (condition.probability < 1 && draw(call)("fires") >= condition.probability) return false;
      burstUntil = call + condition.burst - 1;
    }
    fired += 1;
    return true;
  };
}

/** The draws of one call: keyed, so that what is drawn for another call, rule or purpose changes nothing. */
export function drawFor(seed: number, rule: string, method: string, target: string, call: number): Draw {
  return (purpose) => randomFor(seed, rule, method, target, call, purpose).next();
}

function isDue({ after, every, first, calls, outage }: Condition, call: number, atMs: number): boolean {
  const counted = call - after;
  if (counted < 1 || (first !== undefined && counted > first)) return false;
  if (every !== undefined && counted % every !== 0) return false;
  if (calls !== undefined && !calls.includes(call)) return false;
  if (outage === undefined) return true;
  if ("calls" in outage) return call > outage.afterCalls && call <= outage.afterCalls + outage.calls;
  return atMs >= outage.afterMs && atMs < outage.afterMs + outage.forMs;
}
