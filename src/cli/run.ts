import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Session, SessionRequest } from "../benchmark/session.ts";
import { type RunOptions, requestOf, usualRun } from "./run-request.ts";
import type { Command, Shell } from "./shell.ts";
import { stopSignal } from "./stop-signal.ts";

/** Iterations that are looked at for one in which a fault lands. */
const mostTried = 100;

export const run: Command = (cli, shell) => {
  cli
    .command("run", "Let one agent do one task under faults, once, and show what happened")
    .usage(
      "run --profile <profile> [options]\n\n" +
        "  For the built-in agents, or a model, on the mock network; faultline proxy is for agents of your own.\n" +
        "  Leaves events.jsonl, attempts.jsonl and result.json in a folder of runs/. Exit status: 0 the task was done,\n" +
        "  1 it was not, 2 the session could not be run.",
    )
    .option("--profile <profile>", "A built-in profile or a file (see faultline profiles)")
    .option(
      "--agent <name>",
      `naive, retry-only, resilient, resilient-no-…; llm or llm-hinted (default: ${usualRun.agent})`,
    )
    .option(
      "--task <name>",
      `site_triage, interface_check, maintenance_roundtrip or open_incident (default: ${usualRun.task})`,
    )
    .option(
      "--iteration <number>",
      `Which of the sessions of profile and task, from 0 (default: ${usualRun.iteration})`,
    )
    .option(
      "--replay <events>",
      "Gives the faults of an events file again; result.json beside it tells profile, agent, task and iteration",
    )
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
    .action((options: RunOptions) => runOnce(options, shell));
};

async function runOnce(options: RunOptions, shell: Shell): Promise<number> {
  const { runSession } = await import("../benchmark/session.ts");
  const { hasFailed } = await import("../benchmark/session-result.ts");
  const { runName, writeRun } = await import("../benchmark/run-folder.ts");
  const { sessionText } = await import("./session-text.ts");
  const { paper } = await import("./terminal-text.ts");
  const stop = stopSignal();
  const request = await requestOf(options, shell);
  const session = await runSession({ ...request, signal: stop.signal }).catch((error) => {
    if (stop.signal.aborted) return undefined;
    throw error;
  });
  if (!session) return stop.exitStatus();
  const { result, attempts, events } = session;
  const folder = freeFolder(join("runs", runName(result)));
  await writeRun(folder, { result, attempts, events });
  shell.print(sessionText(session, paper(shell.columns ?? 160, shell.color)));
  shell.progress(`faultline: written to ${folder}`);
  if (options.replay === undefined) await tellWhereOneLands({ ...request, signal: stop.signal }, session, shell);
  return hasFailed(result) ? 1 : 0;
}

/** A session in which no fault landed shows nothing; the first that does is found in no time. */
async function tellWhereOneLands(request: SessionRequest, { result }: Session, shell: Shell): Promise<void> {
  const { LLM_AGENT_NAMES } = await import("../benchmark/llm-agent.ts");
  const { firstMet } = await import("../benchmark/first-met.ts");
  const isRepeatable = request.profile.rules.length > 0 && !LLM_AGENT_NAMES.includes(request.agent);
  if (!result.void || !isRepeatable) return;
  const first = await firstMet(request, mostTried);
  const told =
    first === undefined
      ? `none lands in the first ${mostTried} iterations`
      : `the first iteration in which one lands is --iteration ${first}`;
  shell.progress(`faultline: no fault landed; ${told}`);
}

/** Runs of the same session are kept beside each other. */
function freeFolder(folder: string): string {
  for (let count = 1; ; count += 1) {
    const name = count === 1 ? folder : `${folder}.again-${count}`;
    if (!existsSync(name)) return name;
  }
}
