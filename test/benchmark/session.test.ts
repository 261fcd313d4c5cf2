import { describe, expect, test } from "vitest";
import { runSession, type SessionRequest } from "../../src/benchmark/session.ts";
import { parseProfile } from "../../src/faults/profile.ts";
import { replaySource } from "../../src/faults/replay.ts";
import type { Profile } from "../../src/faults/rule.ts";
import type { Event } from "../../src/proxy/events.ts";

const control = profileOf("");
const lostIncident = profileOf('[[faults]]\nkind = "timeout"\ntools = ["open_incident"]\nfirst = 1');

describe("a session", () => {
  test("is the same every time, events, attempts and all", async () => {
    const profile = profileOf(
      '[[faults]]\nkind = "timeout"\nprobability = 0.3\n[[faults]]\nkind = "stale"\nprobability = 0.5',
    );
    const request = { profile, agent: "resilient", task: "site_triage" };
    const one = await run(request);
    expect(await run(request)).toEqual(one);
    expect(faultsOf(one.events).length).toBeGreaterThan(0);
    expect((await run({ ...request, iteration: 1 })).result.digest).not.toBe(one.result.digest);
  });

  test("gives all agents the same network, the same work and the same faults", async () => {
    const agents = ["naive", "retry-only", "resilient"];
    const sessions = await Promise.all(agents.map((agent) => run({ profile: lostIncident, agent })));
    const first = sessions.map(({ attempts, events, result }) => ({
      seed: result.seed,
      asked: attempts.slice(0, 2).map(({ tool, args }) => ({ tool, args })),
      faults: faultsOf(events),
    }));
    expect(first[1]).toEqual(first[0]);
    expect(first[2]).toEqual(first[0]);
  });

  test("shows a write that was lost on the way back: given up, doubled, or recovered", async () => {
    const verdicts = await Promise.all(
      ["naive", "retry-only", "resilient"].map(async (agent) => (await run({ profile: lostIncident, agent })).result),
    );
    expect(verdicts).toMatchObject([
      { verdict: "failed_detected", duplicateWrites: 0, blindWriteRetries: 0, void: false },
      { verdict: "failed_silent", duplicateWrites: 1, blindWriteRetries: 1, void: false },
      { verdict: "recovered", duplicateWrites: 0, blindWriteRetries: 0, void: false, retries: 1 },
    ]);
    expect(verdicts[2]?.recoveryMs["timeout"]).toHaveLength(1);
  });

  test("comes again from its events alone", async () => {
    const profile = profileOf(
      '[[faults]]\nkind = "malformed"\nprobability = 0.4\n[[faults]]\nkind = "stale"\nprobability = 0.4',
    );
    for (const iteration of [0, 1, 2, 3]) {
      const one = await run({ profile, agent: "retry-only", task: "interface_check", iteration });
      const again = await run({
        profile: { ...profile, rules: [] },
        agent: "retry-only",
        task: "interface_check",
        iteration,
        source: replaySource(one.events.filter((event) => event.event === "fault")),
      });
      expect(again.result).toMatchObject({ digest: one.result.digest, verdict: one.result.verdict });
    }
  });

  test("tells in its events of profile, rules and how much went through", async () => {
    const { events, attempts } = await run({ profile: lostIncident, agent: "naive" });
    // initialize and tools/list go before the attempts.
    const requests = attempts.length + 2;
    expect(events[0]).toMatchObject({ event: "start", profile: "test", rules: ["timeout"] });
    expect(events.at(-1)).toMatchObject({ event: "end", requests, faults: 1 });
  });

  test("takes simulated time, not real time", async () => {
    const slow = profileOf('[[faults]]\nkind = "latency"\ndelay_s = 4\ntools = ["list_incidents"]');
    const { result } = await run({ profile: slow, agent: "naive" });
    expect(result).toMatchObject({ verdict: "success", tookMs: 8000 });
  });

  test("of a server that does not answer at all ends with a failure that is told", async () => {
    for (const method of ["initialize", "tools/list"]) {
      const dead = profileOf(`[[faults]]\nkind = "hang"\nmethods = ["${method}"]`);
      const { result, ending } = await run({ profile: dead, agent: "resilient" });
      expect(result).toMatchObject({ verdict: "failed_detected", calls: 0, void: false });
      expect(ending).toEqual({ failure: expect.stringContaining(method) });
    }
  });

  test("without rules is no void session; with rules that never fire it is one", async () => {
    const never = profileOf('[[faults]]\nkind = "timeout"\ntools = ["no_such_tool"]');
    expect((await run({ profile: control, agent: "naive" })).result).toMatchObject({ void: false, verdict: "success" });
    expect((await run({ profile: never, agent: "naive" })).result).toMatchObject({ void: true, verdict: "success" });
  });

  test.each([
    [{ agent: "nobody" }, "no agent nobody"],
    [{ task: "nothing" }, "no task nothing"],
    [{ agent: "llm" }, "the agent llm needs a model"],
  ])("%j is refused", async (fields, message) => {
    await expect(run({ profile: control, agent: "naive", ...fields })).rejects.toThrow(message);
  });

  test("that is called off ends at once", async () => {
    const signal = AbortSignal.abort();
    await expect(run({ profile: control, agent: "naive", signal })).rejects.toThrow("called off");
  });
});

function run(request: Partial<SessionRequest> & Pick<SessionRequest, "profile" | "agent">) {
  return runSession({ task: "open_incident", iteration: 0, over: "memory", ...request });
}

function profileOf(rules: string): Profile {
  const read = parseProfile(`name = "test"\nseed = 5\n${rules}`, "test.toml");
  if ("profile" in read) return read.profile;
  throw new Error(JSON.stringify(read.mistakes));
}

function faultsOf(events: readonly Event[]) {
  return events.flatMap((event) => (event.event === "fault" ? [{ kind: event.kind, call: event.call }] : []));
}
