import { tokenEncoding } from "../../src/kernel/tokens.ts";
import type { DebuggingAgent, Known } from "../ab/agent.ts";
import { runHeadless } from "../ab/headless.ts";
import type { AgentRecord } from "../ab/result.ts";
import type { Session } from "../ab/session.ts";
import type { Usage } from "./messages.ts";
import { play } from "./player.ts";
import { type Policy, rulesOf } from "./policy.ts";
import { startScriptedModel } from "./scripted-model.ts";
import { makeTask } from "./task.ts";
import { injectedBytes } from "./transcript.ts";

/** An agent that drives the real Claude Code client by a policy in the model's place. */
export function policyAgent(policy: Policy): DebuggingAgent {
  return {
    name: `policy:${policy.name}`,
    simulated: true,
    policy: rulesOf(policy),
    run: (session, known) => debug(policy, session, known),
  };
}

async function debug(policy: Policy, session: Session, known: Known): Promise<AgentRecord> {
  const player = play(policy, await makeTask(session, known.truth, known.fixed));
  const model = await startScriptedModel(player.decide);
  try {
    const told = await runHeadless(session, { url: model.url });
    const heard = model.told();
    return {
      ...told,
      // The client is content with an agent that says that it could not find the cause.
      ended: told.ended === "finished" && !player.foundTheFault() ? "gave-up" : told.ended,
      tokens: tokensOf(model.usage),
      turns: player.turns(),
      injectedBytes: heard ? injectedBytes(heard) : 0,
      toolCalls: player.toolCalls(),
    };
  } finally {
    await model.close();
  }
}

function tokensOf(usage: readonly Usage[]): AgentRecord["tokens"] {
  const sum = (part: (one: Usage) => number) => usage.reduce((total, one) => total + part(one), 0);
  return {
    input: sum((one) => one.input_tokens + one.cache_creation_input_tokens + one.cache_read_input_tokens),
    output: sum((one) => one.output_tokens),
    cached: sum((one) => one.cache_read_input_tokens),
    counter: `${tokenEncoding}, as a stand-in, of the real requests`,
  };
}
