import { z } from "zod";

/**
 * The events file: JSON Lines. The first line tells of the session, then one line for each fault that was carried out
 * (or could not be: `landed` false), last a line that the session has ended. Version 1.
 */
export const EVENTS_VERSION = 1;

export const StartEvent = z.object({
  v: z.literal(EVENTS_VERSION),
  event: z.literal("start"),
  profile: z.string(),
  seed: z.number(),
  /** Names of all rules of the profile, so that those which never fired can be told. */
  rules: z.array(z.string()),
  /** ISO 8601; left out where the time is simulated. */
  time: z.string().optional(),
});

export const FaultEvent = z.object({
  v: z.literal(EVENTS_VERSION),
  event: z.literal("fault"),
  /** Milliseconds since the session began. */
  atMs: z.number(),
  /** JSON-RPC id of the request. */
  id: z.union([z.string(), z.number(), z.null()]),
  /** Session of a Streamable HTTP client, where it has one. */
  session: z.string().optional(),
  method: z.string(),
  /** The tool, prompt or resource. */
  target: z.string(),
  rule: z.string(),
  kind: z.string(),
  /** Number of the call among those of the same method and target, from 1. */
  call: z.number(),
  /** The fault in full (`Fault`, or `Drift` for `schema_drift`), enough to carry it out again. */
  fault: z.record(z.string(), z.unknown()),
  /** False where it was decided on and then could not act, such as a response that never came; and for `none`. */
  landed: z.boolean(),
});

const EndEvent = z.object({
  v: z.literal(EVENTS_VERSION),
  event: z.literal("end"),
  atMs: z.number(),
  /** Requests relayed, of either side. */
  requests: z.number(),
  faults: z.number(),
});

export const Event = z.discriminatedUnion("event", [StartEvent, FaultEvent, EndEvent]);
export type StartEvent = z.infer<typeof StartEvent>;
export type FaultEvent = z.infer<typeof FaultEvent>;
export type Event = z.infer<typeof Event>;
