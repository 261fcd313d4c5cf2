import { describe, expect, test } from "vitest";
import { runSession } from "../../src/benchmark/session.ts";
import type { SessionResult } from "../../src/benchmark/session-result.ts";
import { AGENT_NAMES, makeCaller } from "../../src/client/agents.ts";
import { parseProfile } from "../../src/faults/profile.ts";
import { agentOn } from "../benchmark/support/one-mechanism.ts";

type Total = Record<"good" | "detected" | "silent" | "duplicates" | "attempts", number>;

/** What some sessions of one agent came to. */
async function total(agent: string, tasks: readonly string[], rules: string): Promise<Total> {
  const read = parseProfile(`name = "test"\n${rules}`, "test.toml");
  if ("mistakes" in read) throw new Error(JSON.stringify(read.mistakes));
  const results: SessionResult[] = [];
  for (const task of tasks) {
    for (let iteration = 0; iteration < 3; iteration += 1) {
      const request = { profile: read.profile, agent, task, iteration, over: "memory" as const };
      results.push((await runSession(request)).result);
    }
  }
  const count = (...verdicts: string[]) => results.filter(({ verdict }) => verdicts.includes(verdict)).length;
  const sum = (of: (result: SessionResult) => number) => results.reduce((all, result) => all + of(result), 0);
  return {
    good: count("success", "recovered") / results.length,
    detected: count("failed_detected"),
    silent: count("failed_silent"),
    duplicates: sum(({ duplicateWrites }) => duplicateWrites),
    attempts: sum(({ attempts }) => attempts),
  };
}

const LOST_WRITES = '[[faults]]\nkind = "timeout"\ntools = ["create_*", "open_*"]\nlimit = 1';
const OLD = '[[faults]]\nkind = "stale"\nevery = 2';
const DOWN = '[[faults]]\nkind = "error"\noutage = { after_s = 0, for_s = 20 }';
const HANGS = '[[faults]]\nkind = "hang"\ntools = ["list_*"]\ncalls = [1]';
const RENAMED = '[[faults]]\nkind = "schema_drift"\nafter = 1\nrename_fields = { status = "condition" }';
const FROZEN = '[[faults]]\nkind = "stale"';
const writes = ["maintenance_roundtrip", "open_incident"];

describe("what an agent lacks shows where it was needed", () => {
  test.each([
    ["retry", LOST_WRITES, writes, { good: 0, detected: 6 }],
    ["idempotency", LOST_WRITES, writes, { silent: 6, duplicates: 6 }],
    ["freshness", OLD, writes, { silent: 6 }],
    ["breaker", DOWN, ["open_incident"], { good: 0, detected: 3 }],
    ["reconnect", HANGS, writes, { good: 0, detected: 6 }],
    ["reconcile", RENAMED, ["site_triage"], { good: 0, detected: 3 }],
    ["validation", RENAMED, ["site_triage"], { silent: 3 }],
  ])("%s", async (mechanism, rules, tasks, without) => {
    expect(await total("resilient", tasks, rules)).toMatchObject({ good: 1, silent: 0, duplicates: 0 });
    expect(await total(`resilient-no-${mechanism}`, tasks, rules)).toMatchObject(without);
  });

  test("budget: where nothing helps, more is tried for nothing", async () => {
    const tasks = ["interface_check"];
    const [all, lacking] = [await total("resilient", tasks, FROZEN), await total("resilient-no-budget", tasks, FROZEN)];
    expect(all).toMatchObject({ detected: 3 });
    expect(lacking).toMatchObject({ detected: 3 });
    expect(lacking.attempts).toBeGreaterThan(all.attempts);
  });
});

describe("agents as most are written", () => {
  test("naive: fails at the first fault, and believes an old result", async () => {
    expect(await total("naive", writes, LOST_WRITES)).toMatchObject({ good: 0, detected: 6 });
    expect(await total("naive", writes, OLD)).toMatchObject({ good: 0, silent: 6 });
  });

  test("retry-only: gets over what passes, doubles writes, and believes an old result", async () => {
    const passing = '[[faults]]\nkind = "error"\nevery = 2';
    expect(await total("retry-only", writes, passing)).toMatchObject({ good: 1 });
    expect(await total("retry-only", writes, LOST_WRITES)).toMatchObject({ silent: 6, duplicates: 6 });
    expect(await total("retry-only", writes, OLD)).toMatchObject({ silent: 6 });
  });
});

test("there is an agent without each mechanism", () => {
  expect(AGENT_NAMES).toEqual([
    ...["naive", "retry-only", "resilient"],
    ...["retry", "breaker", "budget", "reconnect", "idempotency", "reconcile", "validation", "freshness"].map(
      (name) => `resilient-no-${name}`,
    ),
  ]);
});

test("calls are numbered, and so are their tries", async () => {
  const { caller, attempts } = await agentOn("retry-only", (_call, reply, number) => {
    if (number === 2) reply.error(-32_603, "Internal error");
    else reply.output({});
  });
  await caller.call("look", {});
  await caller.call("book", {});
  expect(attempts.map(({ call, attempt, write }) => [call, attempt, write])).toEqual([
    [1, 1, false],
    [2, 1, true],
    [2, 2, true],
  ]);
});

test("a tool that is not listed counts as one that writes", async () => {
  const { caller, attempts } = await agentOn("naive", (_call, reply) => reply.output({}));
  await caller.call("unheard", {});
  expect(attempts).toMatchObject([{ tool: "unheard", write: true }]);
});

test("a name that no agent has is the user's to mend", async () => {
  const { client, clock } = await agentOn("naive", () => undefined);
  expect(() => makeCaller("resiliant", client, clock, 1)).toThrow(/^no agent resiliant: there are naive, /);
});
