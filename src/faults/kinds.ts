import { cut } from "./cut.ts";
import { duplicate } from "./duplicate.ts";
import { error } from "./error.ts";
import { expiredSession } from "./expired-session.ts";
import type { Fault, FaultKind } from "./fault.ts";
import { hang } from "./hang.ts";
import type { CallKind, Kind } from "./kind.ts";
import { late } from "./late.ts";
import { latency } from "./latency.ts";
import { lostCancellation } from "./lost-cancellation.ts";
import { malformed } from "./malformed.ts";
import { none } from "./none.ts";
import { reorder } from "./reorder.ts";
import { reset } from "./reset.ts";
import { schemaDrift } from "./schema-drift.ts";
import { stale } from "./stale.ts";
import { timeout } from "./timeout.ts";

/** The kinds whose faults are decided call by call. */
export const FAULT_KINDS: Record<Fault["kind"], CallKind> = {
  none,
  timeout,
  latency,
  error,
  malformed,
  stale,
  hang,
  reset,
  cut,
  duplicate,
  reorder,
  late,
  lost_cancellation: lostCancellation,
  expired_session: expiredSession,
};

/** Every kind that a rule may have. */
export const KINDS: Record<FaultKind, Kind> = { ...FAULT_KINDS, schema_drift: schemaDrift };
