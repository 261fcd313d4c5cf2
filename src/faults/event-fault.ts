import type { z } from "zod";
import { FaultlineError } from "../kernel/errors.ts";
import type { Drift, Fault } from "./fault.ts";
import { FAULT_KINDS } from "./kinds.ts";
import { schemaDrift } from "./schema-drift.ts";

/** What a fault event must tell to be carried out again. */
export interface FaultEventLike {
  method: string;
  target: string;
  rule: string;
  kind: string;
  /** Number of the call among those of the same method and target, from 1. */
  call: number;
  fault: Record<string, unknown>;
}

/**
 * The fault that an event tells of.
 *
 * @throws FaultlineError `bad-request` where it tells of none, or not of all that it takes
 */
export function faultOf(event: FaultEventLike): Fault {
  if (!Object.hasOwn(FAULT_KINDS, event.kind)) throw refuse(event, `no fault is called '${event.kind}'`);
  return read(FAULT_KINDS[event.kind as Fault["kind"]].fault, event);
}

/**
 * The drift that an event of the kind `schema_drift` tells of.
 *
 * @throws FaultlineError `bad-request` where it does not tell all that it takes
 */
export function driftOf(event: FaultEventLike): Drift {
  return read(schemaDrift.drift, event);
}

function read<T>(schema: z.ZodType<T>, event: FaultEventLike): T {
  const fault = schema.safeParse(event.fault);
  if (fault.success) return fault.data;
  const [issue] = fault.error.issues;
  throw refuse(event, `${issue?.path.join(".")} of its fault is wrong: ${issue?.message}`);
}

function refuse({ method, target, call }: FaultEventLike, why: string): FaultlineError {
  return new FaultlineError("bad-request", `call ${call} of ${method} ${target} cannot be replayed: ${why}`);
}
