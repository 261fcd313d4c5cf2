import { performance } from "node:perf_hooks";
import * as z from "zod";
import type { ProcessResult } from "../../src/kernel/process.ts";
import { tokenEncoding } from "../../src/kernel/tokens.ts";
import type { DebuggingAgent, Known } from "../ab/agent.ts";
import type { AgentRecord } from "../ab/result.ts";
import type { Session } from "../ab/session.ts";
import { installClient, runClient } from "../claude-client.ts";
import type { Usage } from "./messages.ts";
import { type Player, play } from "./player.ts";
import { type Policy, rulesOf } from "./policy.ts";
import { type ScriptedModel, startScriptedModel } from "./scripted-model.ts";
import { makeTask } from "./task.ts";
import { injectedBytes } from "./transcript.ts";

/** What the client prints at the end. */
const ClientResult = z.looseObject({
  is_error: z.boolean(),
  subtype: z.string(),
  result: z.string().default(""),
  total_cost_usd: z.number().min(0).optional(),
});

const TOOLS = "Bash,Read,Edit,Write,Grep,Glob";

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
  const task = await makeTask(session, known.truth, known.fixed);
  const player = play(policy, task);
  const model = await startScriptedModel(player.decide);
  const inside = await session.confine({ url: model.url });
  const started = performance.now();
  try {
    const ended = await runClient({
      binary: await installClient(),
      launcher: inside.launcher,
      prompt: session.prompt,
      args: ["--allowedTools", TOOLS, "--max-turns", String(session.limits.turns)],
      cwd: session.repo,
      env: {
        ...inside.env,
        ANTHROPIC_BASE_URL: inside.url,
        ANTHROPIC_API_KEY: "none",
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
        DISABLE_AUTOUPDATER: "1",
        // As root the client wants to hear that nothing here can be broken.
        IS_SANDBOX: "1",
      },
      deadline: session.limits.seconds * 1000,
      signal: session.signal,
    });
    return { ...record(ended, model, player), seconds: (performance.now() - started) / 1000 };
  } finally {
    await inside.close();
    await model.close();
  }
}

function record(ended: ProcessResult, model: ScriptedModel, player: Player): Omit<AgentRecord, "seconds"> {
  const told = model.told();
  const sum = (part: (usage: Usage) => number) => model.usage.reduce((total, usage) => total + part(usage), 0);
  const result = resultOf(ended.stdout);
  return {
    tokens: {
      input: sum((one) => one.input_tokens + one.cache_creation_input_tokens + one.cache_read_input_tokens),
      output: sum((one) => one.output_tokens),
      cached: sum((one) => one.cache_read_input_tokens),
      counter: `${tokenEncoding}, as a stand-in, of the real requests`,
    },
    turns: player.turns(),
    cost: result?.total_cost_usd ?? null,
    injectedBytes: told ? injectedBytes(told) : 0,
    toolCalls: player.toolCalls(),
    finalMessage: result?.result ?? "",
    ...outcome(ended, result, player),
  };
}

function outcome(
  ended: ProcessResult,
  result: z.infer<typeof ClientResult> | undefined,
  player: Player,
): Pick<AgentRecord, "ended" | "problem"> {
  if (ended.ended === "deadline" || ended.ended === "cancelled") return { ended: "overtime" };
  if (result?.subtype === "error_max_turns") return { ended: "gave-up" };
  if (!result || result.is_error) {
    const said = (ended.stderr || ended.stdout || ended.reason || ended.ended).trim().slice(-300);
    return { ended: "failed", problem: `the client: ${said}` };
  }
  return { ended: player.foundTheFault() ? "finished" : "gave-up" };
}

function resultOf(stdout: string): z.infer<typeof ClientResult> | undefined {
  try {
    return ClientResult.parse(JSON.parse(stdout));
  } catch {
    return undefined;
  }
}
