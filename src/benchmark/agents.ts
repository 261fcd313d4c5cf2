import type { Clock } from "../kernel/clock.ts";
import type { Caller } from "./caller.ts";
import type { Client } from "./client.ts";

/** Names of the scripted agents: naive, retry-only, resilient, and the resilient one without one mechanism each. */
export declare const AGENT_NAMES: readonly string[];

/**
 * The call boundary of an agent.
 *
 * @param seed of the session; decides the jitter and the idempotency keys
 * @throws FaultlineError `bad-request` for an unknown name
 */
export declare function makeCaller(agent: string, client: Client, clock: Clock, seed: number): Caller;
