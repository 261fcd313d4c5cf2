import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createEngine } from "../../src/faults/engine.ts";
import type { FaultEventLike } from "../../src/faults/event-fault.ts";
import { parseProfile } from "../../src/faults/profile.ts";
import { replaySource } from "../../src/faults/replay.ts";
import { globOf, literalGlob } from "../../src/faults/select.ts";
import type { FaultRequest, FaultSource } from "../../src/faults/source.ts";
import { toProfile } from "../../src/faults/write-profile.ts";
import { profileOf, toolCall } from "./support.ts";

/** A rule of every kind, of which each fires now and then. */
const EVERYTHING = [
  ...["timeout", "reset", "duplicate", "lost_cancellation", "expired_session", "hang", "none"].map(
    (kind) => `kind = "${kind}"`,
  ),
  'kind = "latency"\njitter_s = 0.2',
  'kind = "error"\nmode = "tool"\nmessage = "down"',
  'kind = "error"\ncode = -32000',
  'kind = "malformed"',
  'kind = "stale"\npick = "oldest"\nhistory = 3',
  'kind = "cut"',
  'kind = "reorder"',
  'kind = "late"\nhold_s = 2.25',
  'kind = "timeout"\ndelay_s = 0.75',
]
  .map((rule) => `[[faults]]\n${rule}\nmethods = ["*"]\nprobability = 0.08\n`)
  .concat(
    '[[faults]]\nkind = "schema_drift"\nafter = 3\nrename_fields = { a = "b" }\nrename_args = { "odd key" = "c" }\n',
  )
  .join("");

const requests: FaultRequest[] = Array.from({ length: 400 }, (_, index) => ({
  method: index % 5 === 0 ? "resources/read" : "tools/call",
  target: ["get_site", "open_incident", "file:///x*[1]"][index % 3] ?? "",
  atMs: index * 10,
  earlier: 2,
}));

/** What an events file would hold of these requests. */
function eventsOf(source: FaultSource): FaultEventLike[] {
  return requests.flatMap((request) => {
    const { call, decision, drift, driftBegan } = source.decide(request);
    const { method, target } = request;
    const fault = decision && [
      { method, target, call, rule: decision.rule, kind: decision.fault.kind, fault: decision.fault },
    ];
    const began = driftBegan &&
      drift && [{ method, target, call, rule: drift.rule, kind: "schema_drift", fault: drift }];
    return JSON.parse(JSON.stringify([...(fault || []), ...(began || [])]));
  });
}

/** All but the names of rules. */
function acted(source: FaultSource) {
  return requests.map((request) => {
    const { call, decision, drift, driftBegan } = source.decide(request);
    const { rule: _, ...change } = drift ?? { rule: "" };
    return { call, fault: decision?.fault, change, driftBegan };
  });
}

describe("a session's faults", () => {
  const profile = profileOf(EVERYTHING, 3);
  const events = eventsOf(createEngine(profile));

  test("are replayed from its events: the same, on the same calls", () => {
    expect(new Set(events.map(({ kind }) => kind)).size).toBe(15);
    const replayed = replaySource(
      events,
      profile.rules.map(({ name }) => name),
    );
    expect(replayed.rules).toEqual(profile.rules.map(({ name }) => name));
    expect([replayed.history, replayed.drifts]).toEqual([3, true]);
    expect([replayed.mayTouch("tools/call"), replayed.mayTouch("prompts/get")]).toEqual([true, false]);
    const original = createEngine(profile);
    for (const request of requests) expect(replayed.decide(request)).toEqual(original.decide(request));
    expect(replayed.driftOf("get_site")).toEqual(original.driftOf("get_site"));
  });

  test("are kept as a profile that gives exactly them, whatever its seed", () => {
    const text = toProfile("regression", events, 'of "run 3"');
    for (const seed of ["", "seed = 99\n"]) {
      const read = parseProfile(seed + text, "regression.toml");
      if ("mistakes" in read) throw new Error(JSON.stringify(read.mistakes));
      expect(read.profile.description).toBe('of "run 3"');
      expect(acted(createEngine(read.profile))).toEqual(acted(createEngine(profile)));
    }
  });

  test("of none there is nothing to replay", () => {
    const source = replaySource([]);
    expect(source.decide(toolCall())).toEqual({ call: 1, decision: undefined, drift: undefined, driftBegan: false });
    expect([source.rules, source.history, source.drifts, source.mayTouch("tools/call")]).toEqual([[], 0, false, false]);
    expect(parseProfile(toProfile("empty", []), "p")).toMatchObject({ profile: { name: "empty", rules: [] } });
  });

  test("stale ones need an answer to give, as they did then", () => {
    const event = { method: "tools/call", target: "get_site", rule: "old", kind: "stale", call: 1 };
    const fault = { kind: "stale", pick: "previous", history: 2 };
    const decided = (earlier: number) => replaySource([{ ...event, fault }]).decide(toolCall("get_site", { earlier }));
    expect([decided(0).decision, decided(1).decision?.fault]).toEqual([undefined, fault]);
  });

  test("that are alike are one rule, its calls in order", () => {
    const event = { method: "tools/call", target: "get_site", rule: "r", kind: "reset", fault: { kind: "reset" } };
    const text = toProfile(
      "p",
      [10, 2, 10, 1].map((call) => ({ ...event, call })),
    );
    expect(text).toBe(
      'name = "p"\n\n[[faults]]\nkind = "reset"\ntools = ["get_site"]\nmethods = ["tools/call"]\ncalls = [1, 2, 10]\n',
    );
  });

  test("in part, any subset is replayed without shifting the rest", () => {
    fc.assert(
      fc.property(fc.subarray(events), (some) => {
        const source = replaySource(some);
        const kept = new Set(some.map(({ method, target, call, kind }) => `${method} ${target} ${call} ${kind}`));
        const got = requests.flatMap((request) => {
          const { call, decision } = source.decide(request);
          return decision ? [`${request.method} ${request.target} ${call} ${decision.fault.kind}`] : [];
        });
        expect(got.filter((key) => !kept.has(key))).toEqual([]);
        expect(got.length).toBe(some.filter(({ kind }) => kind !== "schema_drift").length);
      }),
      { numRuns: 20 },
    );
  });

  test.each([
    [{ kind: "explode", fault: {} }, "call 2 of tools/call get_site cannot be replayed: no fault is called 'explode'"],
    [{ kind: "latency", fault: { kind: "latency" } }, /cannot be replayed: delayMs of its fault is wrong/],
    [{ kind: "schema_drift", fault: { since: 1 } }, /cannot be replayed: rule of its fault is wrong/],
    [{ kind: "__proto__", fault: {} }, /no fault is called '__proto__'/],
  ])("that are none are refused: %j", (event, message) => {
    const whole = { method: "tools/call", target: "get_site", rule: "r", call: 2, ...event };
    expect(() => replaySource([whole])).toThrow(message);
    expect(() => toProfile("p", [whole])).toThrow(message);
  });

  test("any name of a tool is written so that it is found again, and no other", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", minLength: 1 }), fc.string({ unit: "grapheme" }), (target, other) => {
        const event = { method: "tools/call", target, rule: "r", kind: "reset", call: 1, fault: { kind: "reset" } };
        const read = parseProfile(toProfile("p", [event]), "p");
        if ("mistakes" in read) throw new Error(JSON.stringify(read.mistakes));
        expect(createEngine(read.profile).decide(toolCall(target)).decision?.fault.kind).toBe("reset");
        expect(globOf(literalGlob(target))(other)).toBe(target === other);
      }),
    );
  });
});
