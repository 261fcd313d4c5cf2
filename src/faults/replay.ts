import { driftOf, type FaultEventLike, faultOf } from "./event-fault.ts";
import type { Drift, Fault } from "./fault.ts";
import type { FaultSource } from "./source.ts";

/** What was decided on one call. */
interface Met {
  rule: string;
  fault: Fault;
}

/**
 * A source that gives the faults of an earlier session again: each to the call with its number among those of its
 * method and target. Those that did not land then are given as well; they may land now.
 *
 * @param rules names of all rules of that session; those of the events where they are not known
 * @throws FaultlineError `bad-request` where an event does not tell of a fault in full
 */
export function replaySource(events: readonly FaultEventLike[], rules?: readonly string[]): FaultSource {
  const begins = new Map<string, Drift>();
  const met = new Map<string, Met>();
  for (const event of events) {
    if (event.kind === "schema_drift") begins.set(event.target, driftOf(event));
    else met.set(keyOf(event.method, event.target, event.call), { rule: event.rule, fault: faultOf(event) });
  }
  const calls = new Map<string, number>();
  const drifts = new Map<string, Drift>();
  const methods = new Set(events.map(({ method }) => method));
  const histories = [...met.values()].map(({ fault }) => (fault.kind === "stale" ? fault.history : 0));

  return {
    decide({ method, target, earlier }) {
      const at = keyOf(method, target);
      const call = (calls.get(at) ?? 0) + 1;
      calls.set(at, call);
      const now = met.get(keyOf(method, target, call));
      const isPossible = now && (now.fault.kind !== "stale" || earlier > 0);
      const decision = isPossible ? { rule: now.rule, call, fault: now.fault } : undefined;
      if (method !== "tools/call") return { call, decision, drift: undefined, driftBegan: false };
      const begin = begins.get(target);
      const driftBegan = begin?.since === call;
      if (begin && driftBegan) drifts.set(target, begin);
      return { call, decision, drift: drifts.get(target), driftBegan };
    },
    driftOf: (tool) => drifts.get(tool),
    mayTouch: (method) => methods.has(method),
    drifts: begins.size > 0,
    rules: rules ?? [...new Set(events.map(({ rule }) => rule))],
    history: Math.max(0, ...histories),
  };
}

function keyOf(...parts: (string | number)[]): string {
  return JSON.stringify(parts);
}
