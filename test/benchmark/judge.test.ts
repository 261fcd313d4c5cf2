import { describe, expect, test } from "vitest";
import { type JudgedSession, judgeSession } from "../../src/benchmark/judge.ts";
import { assignmentOf } from "../../src/benchmark/session.ts";
import type { Attempt } from "../../src/client/attempt.ts";
import type { NetworkState } from "../../src/network/state.ts";
import type { Event, FaultEvent } from "../../src/proxy/events.ts";

const { network: before, assignment } = assignmentOf("open_incident", 5);
const [expected] = assignment.writes;
if (expected?.kind !== "incident") throw new Error("the task opens an incident");
const incident = { incident_id: "INC-9000", ...expected.record };
const right = assignment.truth(["INC-9000"]) as { incident_id: string; severity: string; open: number };

describe("answer and network", () => {
  test("both right at the first try: success", () => {
    expect(judge({})).toMatchObject({ verdict: "success", reason: "" });
  });

  test("both right after an attempt that failed: recovered", () => {
    const attempts = [attempt({ id: 1, outcome: "timeout" }), attempt({ id: 2, attempt: 2 })];
    expect(judge({ attempts })).toMatchObject({ verdict: "recovered", reason: "" });
  });

  test.each([
    ["another id", { ...right, incident_id: "INC-9001" }, /^incident_id is "INC-9000", the answer says "INC-9001"$/],
    ["another number", { ...right, open: right.open + 1 }, /^open is /],
    ["a number as text", { ...right, open: String(right.open) }, /another shape/],
    ["a field less", { incident_id: "INC-9000", severity: right.severity }, /another shape/],
    ["nothing", undefined, /^the answer has another shape: nothing$/],
    ["null", null, /another shape/],
    ["a text", "done", /another shape/],
  ])("%s in the answer: failed, and nobody noticed", (_, answer, reason) => {
    expect(judge({ ending: { answer } })).toMatchObject({
      verdict: "failed_silent",
      reason: expect.stringMatching(reason),
    });
  });

  test("a right answer does not make up for a write that was lost", () => {
    expect(judge({ after: before })).toMatchObject({
      verdict: "failed_silent",
      reason: "no such incident was made",
      duplicateWrites: 0,
    });
  });

  test("a right answer does not make up for a write that was doubled", () => {
    const after = { ...before, incidents: [...before.incidents, incident, { ...incident, incident_id: "INC-9001" }] };
    for (const incident_id of ["INC-9000", "INC-9001"]) {
      expect(judge({ after, ending: { answer: { ...right, incident_id } } })).toMatchObject({
        verdict: "failed_silent",
        reason: "the same record was made 2 times",
        duplicateWrites: 1,
      });
    }
  });

  test.each([
    ["another severity", { severity: incident.severity === "minor" ? "major" : "minor" }],
    ["another title", { title: "it is undefined" }],
    ["another device", { device_id: before.devices.find((each) => each.device_id !== incident.device_id)?.device_id }],
    ["another state", { state: "resolved" }],
  ])("an incident with %s is not the one that was wanted", (_, change) => {
    const after = withIncidents({ ...incident, ...change } as typeof incident);
    expect(judge({ after })).toMatchObject({ verdict: "failed_silent", reason: "no such incident was made" });
  });

  test("a record besides that nobody asked for is wrong", () => {
    const other = { ...incident, incident_id: "INC-9001", title: "something else" };
    expect(judge({ after: withIncidents(incident, other) })).toMatchObject({
      verdict: "failed_silent",
      reason: "incident INC-9001 was not asked for",
      duplicateWrites: 0,
    });
  });

  test("two wrong records that say the same are a doubled write as well", () => {
    const wrong = { ...incident, title: "it is undefined" };
    const after = withIncidents(wrong, { ...wrong, incident_id: "INC-9001" });
    expect(judge({ after })).toMatchObject({ verdict: "failed_silent", duplicateWrites: 1 });
  });

  test.each<[string, (state: NetworkState) => void]>([
    ["a changed incident", (state) => Object.assign(state.incidents[0] ?? {}, { state: "resolved", title: "x" })],
    ["a changed window", (state) => Object.assign(state.windows[0] ?? {}, { summary: "x" })],
    ["a window that is gone", (state) => state.windows.pop()],
    ["a changed device", (state) => Object.assign(state.devices[0] ?? {}, { cpu_percent: 101 })],
  ])("%s that was there before is wrong", (_, change) => {
    const after = withIncidents(incident);
    change(after);
    expect(judge({ after })).toMatchObject({
      verdict: "failed_silent",
      reason: expect.stringMatching(/is not as it was$/),
    });
  });

  test("that devices were looked at, and keys used, changes nothing", () => {
    const after = withIncidents(incident);
    after.revision += 40;
    for (const each of [...after.devices, ...after.interfaces]) each.readings += 3;
    after.keys.push({ key: "k", asked: "", id: "INC-9000" });
    expect(judge({ after })).toMatchObject({ verdict: "success" });
  });

  test("a failure that was reported is detected, whatever was left behind, and that is counted", () => {
    const after = withIncidents(incident, { ...incident, incident_id: "INC-9001" });
    expect(judge({ after, ending: { failure: "no response" } })).toMatchObject({
      verdict: "failed_detected",
      reason: "no response",
      duplicateWrites: 1,
    });
  });

  test("the order of ids in an answer means nothing, their number does", () => {
    const { network, assignment: check } = assignmentOf("interface_check", 5);
    const [one, two] = network.interfaces.map((each) => each.interface_id);
    const twoFailing = { ...check, truth: () => ({ saturated: [], failing: [one, two] }) };
    const verdicts = [[two, one], [one], [one, two, two], [one, two]].map(
      (failing) =>
        judge({
          assignment: twoFailing,
          before: network,
          after: network,
          ending: { answer: { saturated: [], failing } },
        }).verdict,
    );
    expect(verdicts).toEqual(["success", "failed_silent", "failed_silent", "success"]);
  });
});

describe("attempts", () => {
  test("calls, attempts and retries are counted; what was never sent is no attempt", () => {
    const attempts = [
      attempt({ call: 1, id: 1 }),
      attempt({ call: 2, id: 2, outcome: "timeout" }),
      attempt({ call: 2, id: 3, attempt: 2, outcome: "disconnected" }),
      attempt({ call: 2, id: null, attempt: 3, outcome: "refused" }),
    ];
    expect(judge({ attempts })).toMatchObject({ calls: 2, attempts: 3, retries: 1, retryStorms: 0 });
  });

  test("five attempts of one call are a storm, four are none", () => {
    const tries = (call: number, count: number) =>
      Array.from({ length: count }, (_, at) =>
        attempt({ call, id: call * 10 + at, attempt: at + 1, outcome: "timeout" }),
      );
    expect(judge({ attempts: [...tries(1, 4), ...tries(2, 5), ...tries(3, 7)] })).toMatchObject({ retryStorms: 2 });
  });

  test.each<[string, Partial<Attempt>, Partial<Attempt>, number]>([
    ["after a timeout", { outcome: "timeout" }, {}, 1],
    ["after a broken connection", { outcome: "disconnected" }, {}, 1],
    ["after a response that nobody can read", { outcome: "malformed" }, {}, 1],
    ["after a result of another shape", { outcome: "invalid_output" }, {}, 1],
    ["after a stale result", { outcome: "stale" }, {}, 1],
    ["after an error of the tool", { outcome: "tool_error" }, {}, 1],
    ["after a JSON-RPC error", { outcome: "protocol_error", args: { a: 1 } }, { args: { a: 1 } }, 1],
    ["after a JSON-RPC error, with other names", { outcome: "protocol_error", args: { a: 1 } }, { args: { b: 1 } }, 0],
    ["when the session was unknown", { outcome: "session_expired" }, {}, 0],
    ["with the same key", { outcome: "timeout", args: keyed("k") }, { args: keyed("k") }, 0],
    ["with a key that the first lacked", { outcome: "timeout" }, { args: keyed("k") }, 1],
    ["with another key", { outcome: "timeout", args: keyed("k") }, { args: keyed("l") }, 1],
    ["of a read", { outcome: "timeout", write: false }, { write: false }, 0],
  ])("a retry %s", (_, first, second, blindWriteRetries) => {
    const attempts = [
      attempt({ id: 1, write: true, ...first }),
      attempt({ id: 2, attempt: 2, write: true, ...second }),
    ];
    // In whatever order they were recorded.
    for (const order of [attempts, attempts.toReversed()]) {
      expect(judge({ attempts: order })).toMatchObject({ blindWriteRetries, retries: 1 });
    }
  });
});

describe("faults", () => {
  test("a session of a profile with rules none of which landed is void", () => {
    expect(judge({ events: [started("slow"), fault({ landed: false })] })).toMatchObject({
      void: true,
      fired: { slow: 0 },
    });
    expect(judge({ events: [started("slow"), fault({})] })).toMatchObject({ void: false, fired: { slow: 1 } });
    expect(judge({ events: [started()] })).toMatchObject({ void: false, fired: {} });
  });

  test("every rule is told of, also those that never fired", () => {
    const events = [started("slow", "drift", "gone"), fault({}), fault({ id: 2 }), fault({ rule: "drift" })];
    expect(judge({ events }).fired).toEqual({ slow: 2, drift: 1, gone: 0 });
  });

  test("recovery lasts from the start of the request that was hit to the end of its call", () => {
    const attempts = [
      attempt({ call: 1, id: 1, outcome: "timeout", startMs: 100, endMs: 5100 }),
      attempt({ call: 2, id: 2, startMs: 200, endMs: 210 }),
      attempt({ call: 1, id: 3, attempt: 2, outcome: "malformed", startMs: 5200, endMs: 5210 }),
      attempt({ call: 1, id: 4, attempt: 3, startMs: 5300, endMs: 5310 }),
    ];
    const events = [started("slow"), fault({ id: 1 }), fault({ id: 3, kind: "malformed" })];
    expect(judge({ attempts, events }).recoveryMs).toEqual({ timeout: [5210], malformed: [110] });
  });

  test("what was given up, let pass, or did not land has no recovery", () => {
    const attempts = [
      attempt({ call: 1, id: 1, outcome: "timeout" }),
      attempt({ call: 2, id: 2 }),
      attempt({ call: 3, id: 3, outcome: "timeout" }),
      attempt({ call: 3, id: 4, attempt: 2 }),
    ];
    const events = [
      started("slow"),
      fault({ id: 1 }),
      fault({ id: 2, kind: "stale" }),
      fault({ id: 3, landed: false }),
    ];
    expect(judge({ attempts, events }).recoveryMs).toEqual({});
  });

  test("the digest tells apart sessions with other faults or attempts, and nothing else", () => {
    const base = { events: [started("slow"), fault({})], attempts: [attempt({})] };
    const { digest } = judge(base);
    expect(judge(base).digest).toBe(digest);
    expect(judge({ ...base, ending: { failure: "x" } }).digest).toBe(digest);
    expect(judge({ ...base, events: [started("slow"), fault({ call: 2 })] }).digest).not.toBe(digest);
    expect(judge({ ...base, attempts: [attempt({ endMs: 9 })] }).digest).not.toBe(digest);
  });
});

function judge(session: Partial<JudgedSession>) {
  return judgeSession({
    assignment,
    ending: { answer: right },
    before,
    after: withIncidents(incident),
    attempts: [attempt({})],
    events: [],
    ...session,
  });
}

function withIncidents(...made: (typeof incident)[]): NetworkState {
  const state = structuredClone(before);
  return { ...state, incidents: [...state.incidents, ...made] };
}

function keyed(idempotency_key: string) {
  return { idempotency_key };
}

function attempt(fields: Partial<Attempt>): Attempt {
  const usual = { v: 1, id: 1, tool: "t", call: 1, attempt: 1, write: false, args: {} } as const;
  return { ...usual, startMs: 0, endMs: 1, outcome: "ok", ...fields };
}

function started(...rules: string[]): Event {
  return { v: 1, event: "start", profile: "p", seed: 1, rules };
}

function fault(fields: Partial<FaultEvent>): FaultEvent {
  const usual = { v: 1, event: "fault", atMs: 0, id: 1, method: "tools/call", target: "t" } as const;
  return { ...usual, rule: "slow", kind: "timeout", call: 1, fault: {}, landed: true, ...fields };
}
