import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { runSession, type Session } from "../../src/benchmark/session.ts";
import { TASK_NAMES } from "../../src/benchmark/tasks.ts";
import { parseProfile } from "../../src/faults/profile.ts";
import type { Profile } from "../../src/faults/rule.ts";

/** One effect of each kind, and of kinds with options several. */
const effects = [
  'kind = "timeout"',
  'kind = "timeout"\ndelay_s = 6',
  'kind = "latency"\ndelay_s = 8',
  'kind = "latency"\ndelay_s = 1\njitter_s = 0.5',
  'kind = "error"',
  'kind = "error"\nmode = "tool"',
  'kind = "error"\ncode = -32602',
  'kind = "malformed"',
  'kind = "stale"',
  'kind = "stale"\npick = "oldest"',
  'kind = "hang"',
  'kind = "hang"\nfor_s = 7',
  'kind = "reset"',
  'kind = "cut"',
  'kind = "duplicate"',
  'kind = "reorder"',
  'kind = "late"',
  'kind = "lost_cancellation"',
  'kind = "expired_session"',
  'kind = "schema_drift"\nrename_fields = { status = "condition", input_errors = "errors_in", starts_at = "start" }',
  'kind = "schema_drift"\nnotify = true\nrename_args = { site_id = "site", device_id = "device" }',
  'kind = "schema_drift"\nrename_fields = { windows = "booked", incidents = "tickets", as_of = "revision" }',
];

const conditions = [
  "probability = 0.2",
  "probability = 0.5",
  "probability = 0.8",
  "first = 1",
  "after = 1",
  "every = 3",
];

const profiles = fc
  .record({
    seed: fc.nat(),
    rules: fc.uniqueArray(fc.tuple(fc.constantFrom(...effects), fc.constantFrom(...conditions)), {
      minLength: 1,
      maxLength: 4,
      selector: ([effect]) => effect,
    }),
  })
  .map(({ seed, rules }) => {
    const tables = rules.map(([effect, condition]) => `[[faults]]\n${effect}\n${condition}\n`);
    return parseProfile(`name = "random"\nseed = ${seed}\n${tables.join("")}`, "random.toml");
  })
  // Some kinds refuse some conditions, and some rules leave others nothing to do.
  .filter((read): read is { profile: Profile } => "profile" in read)
  .map(({ profile }) => profile);

const sessions = fc.record({
  profile: profiles,
  task: fc.constantFrom(...TASK_NAMES),
  iteration: fc.nat(20),
});

describe("under any faults", () => {
  test("the resilient agent is right or says that it failed; it never doubles a write", async () => {
    await fc.assert(
      fc.asyncProperty(sessions, async (request) => {
        const { result } = await runSession({ ...request, agent: "resilient", over: "memory" });
        expect(result.verdict, result.reason).not.toBe("failed_silent");
        expect(result).toMatchObject({ duplicateWrites: 0, blindWriteRetries: 0 });
      }),
      { numRuns: 200 },
    );
  });

  test.each(["naive", "retry-only", "resilient"])(
    "a session of %s repeats, and its faults are of its requests",
    async (agent) => {
      await fc.assert(
        fc.asyncProperty(sessions, async (request) => {
          const session = await runSession({ ...request, agent, over: "memory" });
          expect(await runSession({ ...request, agent, over: "memory" })).toEqual(session);
          expect(strayFaults(session)).toEqual([]);
          // Where nothing was wrong, nothing can fail.
          if (session.result.void) expect(session.result.verdict).toBe("success");
        }),
        { numRuns: 100 },
      );
    },
  );
});

/** Faults of calls that no attempt was recorded of. */
function strayFaults({ attempts, events }: Session) {
  const ids = new Set<unknown>(attempts.map(({ id }) => id));
  return events.filter((event) => event.event === "fault" && event.method === "tools/call" && !ids.has(event.id));
}
