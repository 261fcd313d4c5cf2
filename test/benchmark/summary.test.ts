import { describe, expect, test } from "vitest";
import { summarise } from "../../src/benchmark/summary.ts";
import { tallyOf } from "../../src/benchmark/tally.ts";
import { record, result } from "./support/results.ts";

describe("sessions taken together", () => {
  test("a session in which no fault landed is no pass: rates leave it out, and it is counted by itself", () => {
    const tally = tallyOf([
      result({ verdict: "recovered" }),
      result({ verdict: "failed_detected" }),
      result({ void: true }),
      result({ void: true }),
    ]);
    expect(tally).toMatchObject({ sessions: 4, void: 2, success: { passed: 1, total: 2 } });
    expect(tally.successOfAll).toMatchObject({ passed: 3, total: 4 });
  });

  test("a silent failure is a failure, and has a rate of its own", () => {
    const tally = tallyOf([result({ verdict: "failed_silent" }), result(), result(), result()]);
    expect(tally.success.rate).toBe(0.75);
    expect(tally.silent).toMatchObject({ passed: 1, total: 4, rate: 0.25 });
    expect(tally.verdicts).toEqual({ success: 3, recovered: 0, failed_detected: 0, failed_silent: 1 });
  });

  test("sessions with retries are a rate, of those in which a fault landed", () => {
    const tally = tallyOf([
      result({ retries: 3 }),
      result({ retries: 1 }),
      result(),
      result({ retries: 1, void: true }),
    ]);
    expect(tally.retried).toMatchObject({ passed: 2, total: 3 });
  });

  test("times to recover are told by fault kind", () => {
    const tally = tallyOf([
      result({ recoveryMs: { timeout: [100, 300], error: [10] } }),
      result({ recoveryMs: { timeout: [200], stale: [] } }),
    ]);
    expect(tally.recovery).toEqual({
      error: { count: 1, medianMs: 10, p95Ms: 10 },
      timeout: { count: 3, medianMs: 200, p95Ms: 290 },
    });
  });

  test("pass^k is the mean of the tasks, and given only where every task has k sessions", () => {
    const runs = (task: string, passes: number, fails: number) => [
      ...Array.from({ length: passes }, () => result({ task })),
      ...Array.from({ length: fails }, () => result({ task, verdict: "failed_detected" })),
    ];
    const tally = tallyOf([...runs("a", 4, 0), ...runs("b", 1, 1), result({ task: "b", void: true })]);
    expect(tally.passAll).toEqual([
      { k: 1, value: (1 + 2 / 3) / 2 },
      { k: 2, value: (1 + 1 / 3) / 2 },
    ]);
  });

  test("one other outcome gives another digest", () => {
    const same = [result(), result({ iteration: 1 })];
    expect(tallyOf(same).digest).toBe(tallyOf(structuredClone(same)).digest);
    expect(tallyOf(same).digest).not.toBe(tallyOf([result(), result({ iteration: 1, digest: "0" })]).digest);
  });
});

describe("a summary", () => {
  const naiveFails = summarise(
    record(({ agent, profile }) =>
      agent === "naive" && profile === "timeout" ? { verdict: "failed_detected", reason: "no answer" } : {},
    ),
  );

  test("has a cell for each profile and agent", () => {
    expect(naiveFails.cells.map(({ profile, agent, success }) => [profile, agent, success.passed])).toEqual([
      ["control", "naive", 8],
      ["control", "resilient", 8],
      ["timeout", "naive", 0],
      ["timeout", "resilient", 8],
    ]);
  });

  test("judges agents by the profiles that have rules", () => {
    expect(naiveFails.agents.map(({ agent, underFaults }) => [agent, underFaults.sessions])).toEqual([
      ["naive", 8],
      ["resilient", 8],
    ]);
    expect(naiveFails.agents[0]?.tasks["open_incident"]?.success).toMatchObject({ passed: 0, total: 4 });
  });

  test("compares agents on the sessions in which both met a fault", () => {
    const { pairs } = summarise(
      record(({ agent, profile, iteration }) => {
        if (profile === "control") return {};
        return agent === "naive" ? { verdict: "failed_silent" } : { void: iteration === 0 };
      }),
    );
    expect(pairs).toEqual([
      { profile: "control", agent: "resilient", other: "naive", better: 0, worse: 0, total: 8, p: 1 },
      {
        profile: "timeout",
        agent: "resilient",
        other: "naive",
        better: 6,
        worse: 0,
        total: 6,
        p: expect.closeTo(2 / 64, 12),
      },
    ]);
  });

  test("tells of a rule that never landed", () => {
    expect(naiveFails.profiles.map(({ landed }) => landed)).toEqual([{}, { slow: 16, idle: 0 }]);
  });

  test("tells what was never tried", () => {
    const whole = record(() => ({}));
    const cut = {
      ...whole,
      results: whole.results.slice(0, 5),
      problems: [{ job: { profile: "timeout", agent: "naive", task: "site_triage", iteration: 3 }, problem: "no key" }],
    };
    expect(summarise(cut).missing).toBe(32 - 6);
  });
});
