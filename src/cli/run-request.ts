import { dirname, join } from "node:path";
import type { SessionRequest } from "../benchmark/session.ts";
import type { SessionResult } from "../benchmark/session-result.ts";
import type { Profile } from "../faults/rule.ts";
import { FaultlineError } from "../kernel/errors.ts";
import { chosenName } from "./choices.ts";
import { replayFrom } from "./replay-from.ts";
import { numberOf, type Shell, textOf } from "./shell.ts";

/** Options of `faultline run`, as the command line has them. */
export interface RunOptions {
  profile?: unknown;
  agent?: unknown;
  task?: unknown;
  iteration?: unknown;
  replay?: unknown;
  over: unknown;
  model?: unknown;
}

/** What is run where neither the command line nor a kept session says otherwise. */
export const usualRun = { agent: "resilient", task: "open_incident", iteration: 0 } as const;

/**
 * The session that is asked for. With `--replay` it is the one that left the events, as `result.json` beside them tells;
 * options that are given win.
 *
 * @throws FaultlineError `bad-request` for a value that is none, or without a profile
 */
export async function requestOf(options: RunOptions, shell: Shell): Promise<SessionRequest> {
  const { AGENT_NAMES } = await import("../client/agents.ts");
  const { LLM_AGENT_NAMES } = await import("../benchmark/llm-agent.ts");
  const { TASK_NAMES } = await import("../benchmark/tasks.ts");
  const replay = options.replay === undefined ? undefined : textOf(options.replay, "--replay");
  const usual = (replay === undefined ? undefined : await keptBeside(replay)) ?? usualRun;
  const agent = chosenName(options.agent ?? usual.agent, "agent", [...AGENT_NAMES, ...LLM_AGENT_NAMES]);
  const common = {
    profile: await profileOf(options, usual, shell),
    agent,
    task: chosenName(options.task ?? usual.task, "task", TASK_NAMES),
    iteration: numberOf(options.iteration ?? usual.iteration, "--iteration", { least: 0, most: 1_000_000 }),
    ...(options.model === undefined ? {} : { model: await modelOf(options.model, agent, shell) }),
  };
  const over = textOf(options.over, "--over");
  if (over === "memory" || over === "http") {
    return { ...common, over, ...(replay === undefined ? {} : { source: (await replayFrom(replay, shell)).source }) };
  }
  if (over !== "stdio") throw new FaultlineError("bad-request", `--over is memory, stdio or http, not ${over}`);
  const program = [process.execPath, join(shell.packageRoot, "dist", "cli.js")] as const;
  const faults = replay === undefined ? { config: textOf(options.profile, "--profile") } : { replay };
  return { ...common, over: { program: [...program], faults, env: shell.env } };
}

async function keptBeside(events: string): Promise<SessionResult | undefined> {
  const { readResult } = await import("../benchmark/run-folder.ts");
  return await readResult(dirname(events)).catch(() => undefined);
}

/** Of a kept session only the seed matters, which decides the network: its faults come from the events. */
async function profileOf(
  { profile, replay }: RunOptions,
  kept: SessionResult | typeof usualRun,
  shell: Shell,
): Promise<Profile> {
  if (profile !== undefined) {
    const { loadProfile } = await import("./load-profile.ts");
    return loadProfile(textOf(profile, "--profile"), shell.packageRoot);
  }
  if ("profile" in kept) return { name: kept.profile, description: "", seed: kept.profileSeed, rules: [] };
  if (replay === undefined) {
    throw new FaultlineError("bad-request", "run wants a --profile", { hint: "see faultline profiles list" });
  }
  throw new FaultlineError("bad-request", `no result.json beside ${replay} tells which session it was`, {
    hint: "give --profile, --agent, --task and --iteration",
  });
}

async function modelOf(model: unknown, agent: string, shell: Shell) {
  const { LLM_AGENT_NAMES } = await import("../benchmark/llm-agent.ts");
  if (!LLM_AGENT_NAMES.includes(agent)) {
    throw new FaultlineError("bad-request", `--model goes with the agents ${LLM_AGENT_NAMES.join(" and ")}`);
  }
  const { providerFrom } = await import("../agent/provider-from.ts");
  return providerFrom(textOf(model, "--model"), shell.env);
}
