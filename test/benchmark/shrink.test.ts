import { describe, expect, test } from "vitest";
import { runSession } from "../../src/benchmark/session.ts";
import { shrinkRun } from "../../src/benchmark/shrink.ts";
import { parseProfile } from "../../src/faults/profile.ts";
import type { Profile } from "../../src/faults/rule.ts";
import type { FaultEvent } from "../../src/proxy/events.ts";

function profile(text: string): Profile {
  const read = parseProfile(text, "p.toml");
  if (!("profile" in read)) throw new Error(read.mistakes[0]?.message);
  return read.profile;
}

/** Slow answers everywhere, and one lost answer to a write that a blind retry doubles. */
const noisy = profile(`
name = "noisy"
seed = 11
[[faults]]
kind = "timeout"
tools = ["open_incident"]
calls = [1]
[[faults]]
kind = "latency"
delay_s = 0.2
`);

async function session(from: Profile, agent: string, task: string) {
  return await runSession({ profile: from, agent, task, iteration: 0, over: "memory" });
}

describe("shrinking a failed session", () => {
  test("leaves the one fault that breaks the agent, as a profile that breaks it again", async () => {
    const failed = await session(noisy, "retry-only", "open_incident");
    expect(failed.result).toMatchObject({ verdict: "failed_silent", duplicateWrites: 1 });
    expect(failed.events.filter(({ event }) => event === "fault").length).toBeGreaterThan(1);

    const { faults, minimal, profile: text, result } = await shrinkRun(failed);
    expect(faults.map(({ kind, target, call }) => [kind, target, call])).toEqual([["timeout", "open_incident", 1]]);
    expect(minimal).toBe(true);
    expect(result).toMatchObject({ verdict: "failed_silent", profile: "noisy-retry-only-open_incident-0" });

    const again = await session(profile(text), "retry-only", "open_incident");
    expect(again.result).toEqual(result);
    const others = again.events.filter((event): event is FaultEvent => event.event === "fault");
    expect(others.map(({ kind, target, call }) => [kind, target, call])).toEqual([["timeout", "open_incident", 1]]);
  });

  test("says in the profile what the profile does, where all faults together did more", async () => {
    const thrice = profile(
      'name = "thrice"\nseed = 11\n[[faults]]\nkind = "timeout"\ntools = ["open_incident"]\nfirst = 2\n',
    );
    const failed = await session(thrice, "retry-only", "open_incident");
    expect(failed.result.reason).toBe("the same record was made 3 times");
    const { profile: text, result } = await shrinkRun(failed);
    expect(result.reason).toBe("the same record was made 2 times");
    expect(text).toContain("failed_silent, the same record was made 2 times");
  });

  test("refuses a session that went well", async () => {
    const fine = await session(noisy, "resilient", "open_incident");
    await expect(shrinkRun(fine)).rejects.toThrow("ended with recovered");
  });

  test("refuses a session that does not repeat", async () => {
    const failed = await session(noisy, "retry-only", "open_incident");
    await expect(shrinkRun({ ...failed, events: [] })).rejects.toThrow("ends with success now");
  });

  test("refuses a model's session", async () => {
    const failed = await session(noisy, "retry-only", "open_incident");
    await expect(shrinkRun({ ...failed, result: { ...failed.result, agent: "llm" } })).rejects.toThrow("was a model's");
  });
});
