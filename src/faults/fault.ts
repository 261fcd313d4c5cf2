/** How a response is broken. */
export const MALFORMED_MODES = ["truncate", "not_json", "missing_result", "wrong_id", "wrong_type"] as const;
export type MalformedMode = (typeof MALFORMED_MODES)[number];

/**
 * One fault in full, everything drawn: whoever carries it out has nothing left to decide. `none` is the control: it is
 * decided, noted and changes nothing.
 *
 * - `timeout`: the server acts, its response is dropped (`delayMs` undefined) or sent after that time.
 * - `latency`: the server acts, its response comes later.
 * - `error`: the server is never asked.
 * - `malformed`: the server acts, its response is broken; `at` (from 0 to below 1) says where.
 * - `stale`: the server is not asked; the last response to the same request answers, or the oldest of the last `history`.
 * - `hang`: nothing more comes from the server's side for `forMs` (undefined: for good), though it acts.
 * - `reset`: the server acts, then the connection breaks without a response.
 * - `cut`: the response ends in the middle (HTTP: the stream ends after the first progress notification or event) and
 *   so does the connection.
 * - `duplicate`: the response comes twice.
 * - `reorder`: the response waits until the next one has passed, at most `holdMs`.
 * - `late`: the response waits until the client has sent its next request, at most `holdMs`.
 * - `lost_cancellation`: a cancellation of this request does not reach the server.
 * - `expired_session`: HTTP: the session is unknown (404) from this request on; elsewhere the connection breaks.
 */
export type Fault =
  | { kind: "none" }
  | { kind: "timeout"; delayMs: number | undefined }
  | { kind: "latency"; delayMs: number }
  | { kind: "error"; mode: "protocol" | "tool"; code: number; message: string }
  | { kind: "malformed"; mode: MalformedMode; at: number }
  | { kind: "stale"; pick: "previous" | "oldest"; history: number }
  | { kind: "hang"; forMs: number | undefined }
  | { kind: "reset" }
  | { kind: "cut"; at: number }
  | { kind: "duplicate" }
  | { kind: "reorder"; holdMs: number }
  | { kind: "late"; holdMs: number }
  | { kind: "lost_cancellation" }
  | { kind: "expired_session" };

/** What has been renamed at a target from some call on; calls by the old names are refused. */
export interface Drift {
  rule: string;
  /** Old argument name → new. */
  renameArgs: Record<string, string>;
  /** Old name of a result's field → new, at any depth. */
  renameFields: Record<string, string>;
  /** Whether `notifications/tools/list_changed` is sent. */
  notify: boolean;
  /** Number of the call with which it began, from 1. */
  since: number;
}

/** Every word that a rule may have as its `kind`. */
export type FaultKind = Fault["kind"] | "schema_drift";
