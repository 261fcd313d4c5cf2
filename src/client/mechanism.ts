import type { Clock } from "../kernel/clock.ts";
import { RefusedFailure } from "./call-failure.ts";
import type { ToolOutput } from "./caller.ts";
import type { Client } from "./client.ts";

/** One call of the task on its way from the task to the wire. */
export interface CallRequest {
  tool: string;
  args: Record<string, unknown>;
  /** Number of the call, from 1. */
  call: number;
  /** Whether the tool changes the server's state. */
  write: boolean;
  /** How often the call has been tried; shared by all of its tries. */
  tries: { count: number };
  /** What looks at each result, in this order, before the attempt counts as good; a check may give it another form. */
  checks: readonly Check[];
  /** Tries to mend a result that is not of the tool's shape; undefined where it cannot. */
  repair: ((output: ToolOutput) => Promise<ToolOutput | undefined>) | undefined;
}

/** @throws CallFailure for a result that is not to be used */
type Check = (output: ToolOutput) => ToolOutput | Promise<ToolOutput>;

/** @throws CallFailure */
export type Step = (request: CallRequest) => Promise<ToolOutput>;

/** What mechanisms work with; one set for each session. */
interface Surroundings {
  client: Client;
  clock: Clock;
  /** Of the session. */
  seed: number;
}

/** A habit of an agent that makes it more reliable: wraps whatever comes after it on the way to the wire. */
export type Mechanism = (next: Step, surroundings: Surroundings) => Step;

/** Settles after that time. */
export function pause(clock: Clock, ms: number): Promise<void> {
  return new Promise((resolve) => {
    clock.after(ms, resolve);
  });
}

/**
 * Records that a try was not let out.
 *
 * @param waitMs after which it may be let out; undefined: never
 * @returns the failure to throw
 */
export function refused(client: Client, request: CallRequest, reason: string, waitMs?: number): RefusedFailure {
  request.tries.count += 1;
  const { tool, args, call, write, tries } = request;
  const failure = new RefusedFailure(reason, waitMs);
  client.refuse(tool, args, { call, attempt: tries.count, write }, failure);
  return failure;
}
