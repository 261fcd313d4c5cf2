import { z } from "zod";

/** How one request of the client ended. */
const OUTCOMES = [
  "ok",
  "timeout",
  "disconnected",
  "session_expired",
  "malformed",
  "protocol_error",
  "tool_error",
  /** Refused by the agent itself: a breaker was open, a budget spent, a result stale or of another shape. */
  "stale",
  "invalid_output",
  "refused",
] as const;

/** One request on the wire: one line of `attempts.jsonl`. Joined with fault events on `id`. */
export const Attempt = z.object({
  v: z.literal(1),
  /** JSON-RPC id; null where nothing was sent. */
  id: z.union([z.number(), z.null()]),
  tool: z.string(),
  /** Number of the call of the task that it belongs to, and of the try in it, both from 1. */
  call: z.number(),
  attempt: z.number(),
  /** Whether the tool changes the server's state. */
  write: z.boolean(),
  args: z.record(z.string(), z.unknown()),
  startMs: z.number(),
  endMs: z.number(),
  outcome: z.enum(OUTCOMES),
  /** One line; of a failure. */
  message: z.string().optional(),
});
export type Attempt = z.infer<typeof Attempt>;
export type Outcome = Attempt["outcome"];
