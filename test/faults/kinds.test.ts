import { describe, expect, test } from "vitest";
import { createEngine } from "../../src/faults/engine.ts";
import { faultOf } from "../../src/faults/event-fault.ts";
import type { Fault } from "../../src/faults/fault.ts";
import { FAULT_KINDS, KINDS } from "../../src/faults/kinds.ts";
import { decideOn, profileOf, toolCall } from "./support.ts";

/** Every kind of fault with its defaults and with each of its options: what the profile says, what is carried out. */
const cases: [kind: Fault["kind"], options: string, fault: Record<string, unknown>][] = [
  ["none", "", {}],
  ["timeout", "", { delayMs: undefined }],
  ["timeout", "delay_s = 2.5", { delayMs: 2500 }],
  ["latency", "", { delayMs: 250 }],
  ["latency", "delay_s = 0.0004", { delayMs: 0.4 }],
  ["error", "", { mode: "protocol", code: -32603, message: "Internal error" }],
  ["error", "code = -32000", { mode: "protocol", code: -32000, message: "Internal error" }],
  ["error", 'message = "Connection closed"', { mode: "protocol", code: -32603, message: "Connection closed" }],
  ["error", 'mode = "tool"', { mode: "tool", code: -32603, message: "Request failed with status code 503" }],
  ["stale", "", { pick: "previous", history: 8 }],
  ["stale", 'pick = "oldest"\nhistory = 3', { pick: "oldest", history: 3 }],
  ["hang", "", { forMs: undefined }],
  ["hang", "for_s = 12", { forMs: 12_000 }],
  ["reset", "", {}],
  ["cut", "at = 0.25", { at: 0.25 }],
  ["duplicate", "", {}],
  ["reorder", "", { holdMs: 1000 }],
  ["reorder", "hold_s = 0.5", { holdMs: 500 }],
  ["late", "", { holdMs: 30_000 }],
  ["late", "hold_s = 2", { holdMs: 2000 }],
  ["lost_cancellation", "", {}],
  ["expired_session", "", {}],
  ["malformed", 'modes = ["wrong_id"]\nat = 0.5', { mode: "wrong_id", at: 0.5 }],
];

describe("a fault of each kind", () => {
  test.each(cases)("%s %s", (kind, options, fault) => {
    const source = createEngine(profileOf(`[[faults]]\nkind = "${kind}"\n${options}`));
    const decided = source.decide(toolCall()).decision;
    expect(decided).toEqual({ rule: kind, call: 1, fault: { kind, ...fault } });
    // What an events file keeps of it is enough to carry it out again.
    const event = { method: "tools/call", target: "get_site", rule: kind, kind, call: 1, fault: decided?.fault ?? {} };
    expect(faultOf({ ...event, fault: JSON.parse(JSON.stringify(event.fault)) })).toEqual(decided?.fault);
  });

  test("every kind and every option is in the table above, or drawn below", () => {
    const shown = cases.map(([kind, options]) => [
      kind,
      ...[...options.matchAll(/^(\w+) =/gm)].map(([, name]) => name),
    ]);
    for (const [kind, { names }] of Object.entries(FAULT_KINDS)) {
      const options = shown.filter(([name]) => name === kind).flatMap(([, ...rest]) => rest);
      expect(shown.map(([name]) => name)).toContain(kind);
      const drawn = kind === "latency" ? ["jitter_s"] : [];
      expect(
        names.filter((name) => !options.includes(name) && !drawn.includes(name)),
        kind,
      ).toEqual([]);
    }
    expect(Object.keys(KINDS)).toEqual([...Object.keys(FAULT_KINDS), "schema_drift"]);
  });

  test("latency jitters evenly about its delay, and never below nothing", () => {
    const delays = (options: string) =>
      decideOn(createEngine(profileOf(`[[faults]]\nkind = "latency"\n${options}`)), 1000).map(({ decision }) =>
        decision?.fault.kind === "latency" ? decision.fault.delayMs : Number.NaN,
      );
    const around = delays("delay_s = 0.5\njitter_s = 0.2");
    expect(Math.min(...around)).toBeGreaterThanOrEqual(300);
    expect(Math.min(...around)).toBeLessThan(310);
    expect(Math.max(...around)).toBeLessThanOrEqual(700);
    expect(Math.max(...around)).toBeGreaterThan(690);
    expect(Math.abs(around.reduce((sum, each) => sum + each, 0) / 1000 - 500)).toBeLessThan(16);
    expect(Math.min(...delays("delay_s = 0.1\njitter_s = 5"))).toBe(0);
  });

  test("malformed draws among its modes, and where to break; cut draws where", () => {
    const faults = decideOn(createEngine(profileOf('[[faults]]\nkind = "malformed"')), 500).map(
      ({ decision }) => decision?.fault,
    );
    const modes = faults.map((fault) => (fault?.kind === "malformed" ? fault.mode : ""));
    for (const mode of ["truncate", "not_json", "missing_result", "wrong_id", "wrong_type"]) {
      expect(modes.filter((each) => each === mode).length, mode).toBeGreaterThan(60);
    }
    const two = decideOn(
      createEngine(profileOf('[[faults]]\nkind = "malformed"\nmodes = ["truncate", "wrong_id"]')),
      50,
    );
    expect(new Set(two.map(({ decision }) => decision?.fault.kind === "malformed" && decision.fault.mode))).toEqual(
      new Set(["truncate", "wrong_id"]),
    );
    const cuts = decideOn(createEngine(profileOf('[[faults]]\nkind = "cut"')), 200).map(({ decision }) =>
      decision?.fault.kind === "cut" ? decision.fault.at : Number.NaN,
    );
    expect(Math.min(...cuts)).toBeLessThan(0.05);
    expect(Math.max(...cuts)).toBeGreaterThan(0.95);
  });
});
