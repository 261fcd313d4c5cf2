import type { Drift } from "./fault.ts";
import { createGate, drawFor, type GateCall } from "./gate.ts";
import type { Draw } from "./kind.ts";
import { FAULT_KINDS } from "./kinds.ts";
import type { Profile, Rule } from "./rule.ts";
import { anyOf, selector } from "./select.ts";
import type { Decided, Decision, FaultRequest, FaultSource } from "./source.ts";

/** A rule that is about some method and target, with what it remembers of them. */
interface Watch {
  rule: Rule;
  fires(call: GateCall): boolean;
  draw(call: number): Draw;
}

/** One method and target. */
interface Watched {
  calls: number;
  watches: Watch[];
}

/**
 * The source of faults of a profile. The same profile, seed and requests give the same faults; calls are numbered by
 * method and target, and a decision hangs on rule, method, target and number alone.
 *
 * @param seed in place of the profile's own
 */
export function createEngine(profile: Profile, seed: number = profile.seed): FaultSource {
  const rules = profile.rules.map((rule) => ({ rule, selects: selector(rule), isMethod: anyOf(rule.methods) }));
  const watched = new Map<string, Watched>();
  const drifts = new Map<string, Drift>();

  function watch(method: string, target: string): Watched {
    const key = JSON.stringify([method, target]);
    const known = watched.get(key);
    if (known) return known;
    const watches = rules
      .filter(({ selects }) => selects(method, target))
      .map(({ rule }): Watch => {
        const draw = (call: number) => drawFor(seed, rule.key, method, target, call);
        return { rule, draw, fires: createGate(rule, draw) };
      });
    const made = { calls: 0, watches };
    watched.set(key, made);
    return made;
  }

  return {
    decide(request) {
      const { method, target, atMs, earlier } = request;
      const at = watch(method, target);
      at.calls += 1;
      const call = at.calls;
      // Every rule is asked, also behind one that fires: what it remembers may not hang on the others.
      const firing = at.watches.filter(({ rule, fires }) =>
        fires({ call, atMs, possible: rule.effect.kind !== "stale" || earlier > 0 }),
      );
      return { call, decision: decisionOf(firing, method, call), ...driftAt(drifts, firing, request, call) };
    },
    driftOf: (tool) => drifts.get(tool),
    mayTouch: (method) => rules.some(({ isMethod }) => isMethod(method)),
    drifts: profile.rules.some(({ effect }) => effect.kind === "schema_drift"),
    rules: profile.rules.map(({ name }) => name),
    history: Math.max(0, ...profile.rules.map(({ effect }) => (effect.kind === "stale" ? effect.history : 0))),
  };
}

function decisionOf(firing: readonly Watch[], method: string, call: number): Decision | undefined {
  for (const { rule, draw } of firing) {
    if (rule.effect.kind === "schema_drift") continue;
    return { rule: rule.name, call, fault: FAULT_KINDS[rule.effect.kind].draw(rule.effect, draw(call), method) };
  }
  return undefined;
}

/** The drift that a call meets. A tool drifts once, by the rule that fires first. */
function driftAt(
  drifts: Map<string, Drift>,
  firing: readonly Watch[],
  { method, target }: FaultRequest,
  call: number,
): Pick<Decided, "drift" | "driftBegan"> {
  if (method !== "tools/call") return { drift: undefined, driftBegan: false };
  const known = drifts.get(target);
  if (known) return { drift: known, driftBegan: false };
  for (const { rule } of firing) {
    if (rule.effect.kind !== "schema_drift") continue;
    const { renameArgs, renameFields, notify } = rule.effect;
    const drift = { rule: rule.name, renameArgs, renameFields, notify, since: call };
    drifts.set(target, drift);
    return { drift, driftBegan: true };
  }
  return { drift: undefined, driftBegan: false };
}
