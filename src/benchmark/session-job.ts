import { z } from "zod";
import { Trace } from "./run-folder.ts";
import { SessionResult } from "./session-result.ts";

/** The text of a profile, which every process that runs sessions reads for itself. */
export const ProfileText = z.object({ file: z.string(), text: z.string() });
export type ProfileText = z.infer<typeof ProfileText>;

/** One session as it is handed to another thread or machine. */
export const SessionJob = z.object({
  profile: z.string(),
  agent: z.string(),
  task: z.string(),
  iteration: z.number(),
  source: ProfileText,
  /** Such as `anthropic:MODEL`; keys are taken from the environment of whoever runs the session. */
  model: z.string().optional(),
});
export type SessionJob = z.infer<typeof SessionJob>;

/** Seconds of real time after which a session will not end any more: a script is done in a blink, a model may think. */
export function mostSeconds({ model }: Pick<SessionJob, "model">): number {
  return model === undefined ? 20 : 1800;
}

/** What came of it: a result, with a trace where the agent failed; or why the session could not be run at all. */
export const SessionOutcome = z.union([
  z.object({ result: SessionResult, trace: Trace.optional() }),
  z.object({ problem: z.string() }),
]);
export type SessionOutcome = z.infer<typeof SessionOutcome>;

/**
 * Runs sessions in whatever order suits, somewhere, and tells of each once. Ends when all are told of, or when the
 * signal fires.
 */
export type RunSessions = (
  jobs: readonly SessionJob[],
  tell: (job: SessionJob, outcome: SessionOutcome) => void,
  signal: AbortSignal,
) => Promise<void>;
