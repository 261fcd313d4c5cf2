import { existsSync } from "node:fs";
import { join } from "node:path";
import type { SessionRequest } from "../benchmark/session.ts";
import { FaultlineError } from "../kernel/errors.ts";
import { replayFrom } from "./replay-from.ts";
import { type Command, numberOf, type Shell, textOf } from "./shell.ts";
import { stopSignal } from "./stop-signal.ts";

interface Options {
  profile?: unknown;
  agent: unknown;
  task: unknown;
  iteration: unknown;
  replay?: unknown;
  over: unknown;
  model?: unknown;
}

export const run: Command = (cli, shell) => {
  cli
    .command("run", "Let one agent do one task under faults, once, and show what happened")
    .usage(
      "run --profile <profile> [options]\n\n" +
        "  Leaves events.jsonl, attempts.jsonl and result.json in a folder of runs/. Exit status: 0 the task was done,\n" +
        "  1 it was not, 2 the session could not be run.",
    )
    .option("--profile <profile>", "A built-in profile or a file (see faultline profiles)")
    .option("--agent <name>", "naive, retry-only, resilient, resilient-no-…; llm or llm-hinted", {
      default: "resilient",
    })
    .option("--task <name>", "site_triage, interface_check, maintenance_roundtrip or open_incident", {
      default: "open_incident",
    })
    .option("--iteration <number>", "Which of the sessions of profile and task, from 0", { default: 0 })
    .option("--replay <events>", "Gives the faults of an events file again, in place of the profile's rules")
    .option(
      "--over <way>",
      "memory, on simulated time; stdio, with the real proxy and server; or http, over real connections",
      {
        default: "memory",
      },
    )
    .option("--model <model>", "Of llm agents: anthropic:MODEL, gemini:MODEL, openai:URL#MODEL, local:URL#MODEL")
    .example("  faultline run --profile timeout --agent retry-only --task open_incident --iteration 5")
    .example("  faultline run --profile mixed --agent naive --over stdio")
    .action((options: Options) => runOnce(options, shell));
};

async function runOnce(options: Options, shell: Shell): Promise<number> {
  const { runSession } = await import("../benchmark/session.ts");
  const { hasFailed } = await import("../benchmark/session-result.ts");
  const { writeRun } = await import("../benchmark/run-folder.ts");
  const { sessionText } = await import("./session-text.ts");
  const { paper } = await import("./terminal-text.ts");
  const stop = stopSignal();
  const request = await requestOf(options, shell);
  const session = await runSession({ ...request, signal: stop.signal }).catch((error) => {
    if (stop.signal.aborted) return undefined;
    throw error;
  });
  if (!session) return stop.exitStatus();
  shell.print(sessionText(session, paper(shell.columns ?? 160, shell.color)));
  const { profile, agent, task, iteration } = session.result;
  const folder = freeFolder(join("runs", [profile, agent, task, iteration].join(".")));
  const { result, attempts, events } = session;
  await writeRun(folder, { result, attempts, events });
  shell.progress(`faultline: written to ${folder}`);
  return hasFailed(result) ? 1 : 0;
}

async function requestOf(options: Options, shell: Shell): Promise<SessionRequest> {
  const { loadProfile } = await import("./load-profile.ts");
  if (options.profile === undefined) {
    throw new FaultlineError("bad-request", "run wants a --profile", { hint: "see faultline profiles list" });
  }
  const config = textOf(options.profile, "--profile");
  const replay = options.replay === undefined ? undefined : textOf(options.replay, "--replay");
  const profile = loadProfile(config, shell.packageRoot);
  const agent = textOf(options.agent, "--agent");
  const common = {
    profile,
    agent,
    task: textOf(options.task, "--task"),
    iteration: numberOf(options.iteration, "--iteration", { least: 0, most: 1_000_000 }),
    ...(options.model === undefined ? {} : { model: await modelOf(options.model, agent, shell) }),
  };
  const over = textOf(options.over, "--over");
  if (over === "memory" || over === "http") {
    return { ...common, over, ...(replay === undefined ? {} : { source: (await replayFrom(replay, shell)).source }) };
  }
  if (over !== "stdio") throw new FaultlineError("bad-request", `--over is memory, stdio or http, not ${over}`);
  const program = [process.execPath, join(shell.packageRoot, "dist", "cli.js")] as const;
  const faults = replay === undefined ? { config } : { replay };
  return { ...common, over: { program: [...program], faults, env: shell.env } };
}

async function modelOf(model: unknown, agent: string, shell: Shell) {
  const { LLM_AGENT_NAMES } = await import("../benchmark/llm-agent.ts");
  if (!LLM_AGENT_NAMES.includes(agent)) {
    throw new FaultlineError("bad-request", `--model goes with the agents ${LLM_AGENT_NAMES.join(" and ")}`);
  }
  const { providerFrom } = await import("../agent/provider-from.ts");
  return providerFrom(textOf(model, "--model"), shell.env);
}

/** Runs of the same session are kept beside each other. */
function freeFolder(folder: string): string {
  for (let count = 1; ; count += 1) {
    const name = count === 1 ? folder : `${folder}.again-${count}`;
    if (!existsSync(name)) return name;
  }
}
