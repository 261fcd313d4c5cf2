import { z } from "zod";

/** The judge's word on a session. `void`: no fault of the profile landed, so it shows nothing. */
export const VERDICTS = ["success", "recovered", "failed_detected", "failed_silent"] as const;

/** One session of the matrix: one line of `results.jsonl`. Without wall-clock times, so that two runs compare equal. */
export const SessionResult = z.object({
  v: z.literal(1),
  profile: z.string(),
  agent: z.string(),
  task: z.string(),
  /** From 0; with the profile's seed and the task it decides the seed, so all agents meet the same faults. */
  iteration: z.number(),
  profileSeed: z.number(),
  seed: z.number(),
  verdict: z.enum(VERDICTS),
  /** No fault landed though the profile has rules. */
  void: z.boolean(),
  /** Why, in one line; empty for a success. */
  reason: z.string(),
  calls: z.number(),
  attempts: z.number(),
  retries: z.number(),
  duplicateWrites: z.number(),
  blindWriteRetries: z.number(),
  /** Calls with five attempts or more. */
  retryStorms: z.number(),
  /** How often each rule fired, and landed. */
  fired: z.record(z.string(), z.number()),
  /** Fault kind → milliseconds from each fault that landed to the end of the call that recovered from it. */
  recoveryMs: z.record(z.string(), z.array(z.number())),
  /** Simulated milliseconds that the session took. */
  tookMs: z.number(),
  /** SHA-256 of the fault events and of the attempts, to compare runs by. */
  digest: z.string(),
});
export type SessionResult = z.infer<typeof SessionResult>;
export type Verdict = SessionResult["verdict"];

/** Whether the agent did not do its task, told or untold. */
export function hasFailed({ verdict }: SessionResult): boolean {
  return verdict === "failed_detected" || verdict === "failed_silent";
}
