import * as z from "zod";
import { Ended, TRACE_VERSION, Usage } from "./trace.ts";

/** What became of one work. */
export const AgentSummary = z.object({
  version: z.literal(TRACE_VERSION),
  nodeId: z.string(),
  model: z.string(),
  faultline: z.boolean(),
  /** The test passes now, and is the same. */
  fixed: z.boolean(),
  ended: Ended,
  /** Why, where the model did not end it, or where what it did does not count. */
  reason: z.string().optional(),
  /** What the model said of it at last. */
  message: z.string(),
  turns: z.int(),
  /** How often each tool was called. */
  calls: z.record(z.string(), z.int()),
  /** Of all turns together, attempts that broke off included. */
  usage: Usage,
  /** Turns of which the server has not told all tokens; `usage` has as many at least. */
  unreportedTurns: z.int(),
  /** Bytes of UTF-8 that the model got from Faultline. */
  injectedBytes: z.int(),
  seconds: z.number(),
  /** Of these, spent waiting for the model. */
  modelSeconds: z.number(),
  /** Files that differ from what they were, and the difference as git takes it. */
  files: z.array(z.string()),
  diff: z.string(),
});
export type AgentSummary = z.output<typeof AgentSummary>;
