import { makeCaller } from "../../../src/client/agents.ts";
import type { Attempt } from "../../../src/client/attempt.ts";
import type { ToolOutput } from "../../../src/client/caller.ts";
import { connect } from "../../../src/client/client.ts";
import type { CallRequest, Mechanism, Step } from "../../../src/client/mechanism.ts";
import { createVirtualClock } from "../../../src/kernel/virtual-clock.ts";
import { type Reply, type Sent, scriptedServer } from "./scripted-server.ts";

type Script = (call: Sent, reply: Reply, number: number) => void;

/** An agent in front of a server that does what a script says. */
export async function agentOn(agent: string, script: Script, tools?: () => readonly unknown[]) {
  const clock = createVirtualClock();
  const server = scriptedServer(script, tools);
  const attempts: Attempt[] = [];
  const client = await connect(server.dial, clock, (attempt) => attempts.push(attempt));
  const caller = makeCaller(agent, client, clock, 1);
  return { caller, client, clock, server, attempts, outcomes: () => attempts.map(({ outcome }) => outcome) };
}

/** One mechanism by itself, in front of a function that plays all that comes after it. */
export async function mechanismOn(mechanism: Mechanism, next: Step, tools?: () => readonly unknown[]) {
  const { client, clock, server, attempts } = await agentOn("naive", () => undefined, tools);
  const step = mechanism(next, { client, clock, seed: 1 });
  let calls = 0;
  const call = (tool: string, args: Record<string, unknown> = {}, write = false): Promise<ToolOutput> => {
    calls += 1;
    return step(requestOf(tool, args, calls, write));
  };
  return { call, client, clock, server, attempts };
}

function requestOf(tool: string, args: Record<string, unknown>, call: number, write: boolean): CallRequest {
  return { tool, args, call, write, tries: { count: 0 }, checks: [], repair: undefined };
}
