import type { Drift, Fault } from "./fault.ts";

/** What is asked of a fault source when a request begins. */
export interface FaultRequest {
  /** JSON-RPC method, such as `tools/call`. */
  method: string;
  /** Name of the tool or prompt, URI of the resource; empty where the method has none. */
  target: string;
  /** Milliseconds since the session began, on the clock of whoever asks. */
  atMs: number;
  /** Earlier responses to the same request that a stale answer could come from. */
  earlier: number;
}

/** A fault that a rule decided on. */
export interface Decision {
  /** Name of the rule. */
  rule: string;
  /** Number of the call among those of the same method and target, from 1. */
  call: number;
  fault: Fault;
}

/** Everything that was decided for one request. */
export interface Decided {
  /** Number of the call among those of the same method and target, from 1. */
  call: number;
  /** The first rule that fires wins. */
  decision: Decision | undefined;
  /** The drift in force at this target with this call; acts besides. */
  drift: Drift | undefined;
  /** Whether that drift begins with this call. */
  driftBegan: boolean;
}

/** Where faults come from: a profile and a seed, or the events of an earlier session. */
export interface FaultSource {
  /** Decides on one request; counts it. */
  decide(request: FaultRequest): Decided;
  /** The drift in force at a tool now, for the list of tools. */
  driftOf(tool: string): Drift | undefined;
  /** Methods that some rule may touch, as a test; requests of others need not be read further. */
  mayTouch(method: string): boolean;
  /** Whether any rule drifts, so that lists of tools must be read. */
  readonly drifts: boolean;
  /** Names of all rules, in order. */
  readonly rules: readonly string[];
  /** Responses that a stale answer may go back, the largest `history` of any rule; 0: none need be kept. */
  readonly history: number;
}
