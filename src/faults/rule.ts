import type { MalformedMode } from "./fault.ts";

/** What a rule applies to and when it fires. Counts are of calls of one method and target, so no call shifts another's. */
export interface Condition {
  /** Globs on the target. */
  tools: string[];
  /** Globs on the method. */
  methods: string[];
  /** From 0 to 1; drawn for each call that the rest of the condition lets through. */
  probability: number;
  /** Calls that are let pass first. */
  after: number;
  /** The most firings; undefined: no end. */
  limit: number | undefined;
  /** Only every Nth call, counted behind `after`. */
  every: number | undefined;
  /** Only the first N calls, counted behind `after`. */
  first: number | undefined;
  /** Exactly these calls. */
  calls: number[] | undefined;
  /** Once it fires it fires for this many calls in a row; 1: no burst. */
  burst: number;
  outage: Outage | undefined;
}

/** A window in which the rule can fire, in calls of the target or in time since the session began. */
type Outage = { afterCalls: number; calls: number } | { afterMs: number; forMs: number };

/** What a rule does when it fires: the options of its kind, in milliseconds, nothing drawn yet. */
export type Effect =
  | { kind: "none" }
  | { kind: "reset" }
  | { kind: "duplicate" }
  | { kind: "lost_cancellation" }
  | { kind: "expired_session" }
  | { kind: "timeout"; delayMs: number | undefined }
  | { kind: "latency"; delayMs: number; jitterMs: number }
  | { kind: "error"; mode: "protocol" | "tool"; code: number; message: string }
  | { kind: "malformed"; modes: MalformedMode[]; at: number | undefined }
  | { kind: "stale"; pick: "previous" | "oldest"; history: number }
  | { kind: "hang"; forMs: number | undefined }
  | { kind: "cut"; at: number | undefined }
  | { kind: "reorder"; holdMs: number }
  | { kind: "late"; holdMs: number }
  | { kind: "schema_drift"; renameArgs: Record<string, string>; renameFields: Record<string, string>; notify: boolean };

/** One `[[faults]]` of a profile. */
export interface Rule extends Condition {
  /** Its own name, or its kind, with a number where that is taken; no two rules of a profile share one. */
  name: string;
  /** What its draws are keyed by: stays the same when other rules come or go. */
  key: string;
  effect: Effect;
}

/** Faults that are to be met, by rules; the first that fires wins. */
export interface Profile {
  name: string;
  description: string;
  seed: number;
  rules: Rule[];
}

/** One thing that is wrong in a profile. */
export interface Mistake {
  file: string;
  /** From 1. */
  line: number;
  /** Such as `faults[2].probability`; empty where no field can be named. */
  field: string;
  message: string;
}
