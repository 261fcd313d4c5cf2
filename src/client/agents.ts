import type { Clock } from "../kernel/clock.ts";
import { FaultlineError } from "../kernel/errors.ts";
import { breaker } from "./breaker.ts";
import type { Caller, ToolOutput } from "./caller.ts";
import type { Client } from "./client.ts";
import { freshness } from "./freshness.ts";
import { idempotency } from "./idempotency.ts";
import type { CallRequest, Mechanism } from "./mechanism.ts";
import { reconcile } from "./reconcile.ts";
import { reconnect } from "./reconnect.ts";
import { retry } from "./retry.ts";
import { retryBudget } from "./retry-budget.ts";
import { validateOutput } from "./validate-output.ts";

/** All mechanisms, in the order in which a call passes them on its way to the wire. */
const MECHANISMS = {
  retry,
  breaker,
  budget: retryBudget,
  reconnect,
  idempotency,
  reconcile,
  validation: validateOutput,
  freshness,
} as const satisfies Record<string, Mechanism>;

type MechanismName = keyof typeof MECHANISMS;

const ALL = Object.keys(MECHANISMS) as MechanismName[];

/**
 * The scripted agents, each with its mechanisms. They differ in nothing else: `naive` has but the time limit of a
 * request, `resilient` has all, and each `resilient-no-…` shows what the one that it lacks is for.
 */
const AGENTS: ReadonlyMap<string, readonly MechanismName[]> = new Map([
  ["naive", []],
  ["retry-only", ["retry"]],
  ["resilient", ALL],
  ...ALL.map((lacking): [string, MechanismName[]] => [
    `resilient-no-${lacking}`,
    ALL.filter((name) => name !== lacking),
  ]),
] satisfies [string, MechanismName[]][]);

/** Names of the scripted agents: naive, retry-only, resilient, and the resilient one without one mechanism each. */
export const AGENT_NAMES: readonly string[] = [...AGENTS.keys()];

/** Milliseconds that an agent waits for an answer. */
export const TIMEOUT_MS = 5_000;

/**
 * The call boundary of an agent.
 *
 * @param seed of the session; decides the jitter and the idempotency keys
 * @throws FaultlineError `bad-request` for an unknown name
 */
export function makeCaller(agent: string, client: Client, clock: Clock, seed: number): Caller {
  const names = AGENTS.get(agent);
  if (!names) throw new FaultlineError("bad-request", `no agent ${agent}: there are ${AGENT_NAMES.join(", ")}`);
  const send = (request: CallRequest) => sendOnce(client, request);
  const first = names.reduceRight((next, name) => MECHANISMS[name](next, { client, clock, seed }), send);
  const writes = new Map(client.tools.map(({ name, readOnly }) => [name, !readOnly]));
  let calls = 0;
  return {
    call: (tool, args) => {
      calls += 1;
      const write = writes.get(tool) ?? true;
      return first({ tool, args, call: calls, write, tries: { count: 0 }, checks: [], repair: undefined });
    },
  };
}

function sendOnce(client: Client, { tool, args, call, write, tries, checks }: CallRequest): Promise<ToolOutput> {
  tries.count += 1;
  const accept = async (given: ToolOutput) => {
    let output = given;
    for (const check of checks) output = await check(output);
    return output;
  };
  return client.attempt(tool, args, { timeoutMs: TIMEOUT_MS, call, attempt: tries.count, write, accept });
}
