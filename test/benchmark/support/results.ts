import type { BenchRecord } from "../../../src/benchmark/bench-record.ts";
import { jobsOf, type Matrix } from "../../../src/benchmark/matrix.ts";
import type { SessionResult } from "../../../src/benchmark/session-result.ts";

/** A result as the judge gives it, with what a test changes. */
export function result(changed: Partial<SessionResult> = {}): SessionResult {
  return {
    v: 1,
    profile: "timeout",
    agent: "naive",
    task: "site_triage",
    iteration: 0,
    profileSeed: 7,
    seed: 1234,
    verdict: "success",
    void: false,
    reason: "",
    calls: 3,
    attempts: 3,
    retries: 0,
    duplicateWrites: 0,
    blindWriteRetries: 0,
    retryStorms: 0,
    fired: { slow: 1 },
    recoveryMs: {},
    tookMs: 120,
    digest: "0f".repeat(32),
    ...changed,
  };
}

/** A benchmark of one profile with faults and one without, in which `change` decides about each session. */
export function record(
  change: (result: SessionResult) => Partial<SessionResult>,
  more: Partial<Matrix> = {},
  rest: Partial<BenchRecord> = {},
): BenchRecord {
  const matrix: Matrix = {
    profiles: ["control", "timeout"],
    agents: ["naive", "resilient"],
    tasks: ["site_triage", "open_incident"],
    iterations: 4,
    ...more,
  };
  return {
    version: "0.0.0",
    matrix,
    profiles: matrix.profiles.map((name) => ({
      given: name,
      name,
      description: `what ${name} does`,
      seed: 7,
      rules: name === "control" ? [] : ["slow", "idle"],
    })),
    model: undefined,
    controls: 12,
    results: jobsOf(matrix).map((job) => {
      const plain = result({ ...job, fired: job.profile === "control" ? {} : { slow: 1 } });
      return { ...plain, ...change(plain) };
    }),
    problems: [],
    ...rest,
  };
}
