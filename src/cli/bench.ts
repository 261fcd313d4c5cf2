import { availableParallelism } from "node:os";
import { join } from "node:path";
import type { GivenProfile } from "../benchmark/bench.ts";
import type { Matrix } from "../benchmark/matrix.ts";
import type { RunSessions } from "../benchmark/session-job.ts";
import type { Summary } from "../benchmark/summary.ts";
import { FaultlineError } from "../kernel/errors.ts";
import { chosenNames, wordsOf } from "./choices.ts";
import { startProgress } from "./progress.ts";
import { type Command, numberOf, type Shell, textOf } from "./shell.ts";
import { stopSignal } from "./stop-signal.ts";

interface Options {
  iterations: unknown;
  profiles: unknown;
  agents: unknown;
  tasks: unknown;
  out: unknown;
  model?: unknown;
  queue?: unknown;
}

const usual = {
  profiles: "control,timeout,latency,error,malformed,schema_drift,stale,mixed",
  agents: "naive,retry-only,resilient",
};

export const bench: Command = (cli, shell) => {
  cli
    .command("bench", "Let agents do tasks under faults, many times, and report how reliable they are")
    .usage(
      "bench [options]\n\n" +
        "  For the built-in agents, or a model, on the mock network; faultline proxy is for agents of your own.\n" +
        "  Exit status: 0 all sessions ran (see the report for those that failed), 2 some could not be run.",
    )
    .option("--iterations <number>", "How often each agent does each task under each profile", { default: 25 })
    .option("--profiles <names>", "Built-in profiles (or globs) and files, with commas between them", {
      default: usual.profiles,
    })
    .option("--agents <names>", "Agents or globs; resilient* adds one agent for each mechanism left out", {
      default: usual.agents,
    })
    .option("--tasks <names>", "Tasks or globs", { default: "*" })
    .option("--model <model>", "Of llm agents: anthropic:MODEL, gemini:MODEL, openai:URL#MODEL, local:URL#MODEL")
    .option("--out <dir>", "Folder of results and reports", { default: "bench" })
    .option("--queue <url>", "A PostgreSQL database whose faultline bench-worker processes run the sessions")
    .example("  faultline bench")
    .example("  faultline bench --profiles mixed,./mine.toml --agents 'resilient*' --iterations 100")
    .action((options: Options) => run(options, shell));
};

async function run(options: Options, shell: Shell): Promise<number> {
  const { runBench } = await import("../benchmark/bench.ts");
  const folder = textOf(options.out, "--out");
  const profiles = await profilesOf(options.profiles, shell.packageRoot);
  const matrix = await matrixOf(options, profiles);
  const model = await modelOf(options, matrix, shell.env);
  const stop = stopSignal();
  const progress = startProgress(shell.errors);
  const runSessions = await runnerOf(options, model, shell);
  progress.step({ message: "checking the judge" });
  const summary = await runBench({
    version: shell.version,
    matrix,
    profiles,
    model,
    runSessions,
    folder,
    signal: stop.signal,
    progress: (done, total) => progress.step({ message: message(done, total, shell), done, total }),
  })
    .catch((error) => {
      if (!stop.signal.aborted) throw error;
    })
    .finally(progress.end);
  if (summary) await tell(summary, folder, shell);
  if (!summary || stop.signal.aborted) return stop.exitStatus();
  return summary.problems.length > 0 ? 2 : 0;
}

/** A terminal gets a bar; elsewhere one message is repeated now and then. */
function message(done: number, total: number, { errors }: Shell): string {
  if (errors.columns === undefined) return "sessions";
  const full = Math.floor((done / total) * 24);
  return `${"█".repeat(full)}${"░".repeat(24 - full)} sessions`;
}

async function profilesOf(value: unknown, packageRoot: string): Promise<GivenProfile[]> {
  const { BUILT_IN_PROFILES } = await import("../faults/builtin.ts");
  const { loadProfile, profileText } = await import("./load-profile.ts");
  const names = wordsOf(value, "--profiles").flatMap((word) =>
    /[*?[{]/.test(word) ? chosenNames(word, "--profiles", BUILT_IN_PROFILES) : [word],
  );
  const profiles = [...new Set(names)].map((given) => ({
    given,
    profile: loadProfile(given, packageRoot),
    source: profileText(given, packageRoot),
  }));
  for (const [at, { given, profile }] of profiles.entries()) {
    const other = profiles.slice(0, at).find((earlier) => earlier.profile.name === profile.name);
    if (!other) continue;
    throw new FaultlineError("bad-request", `${other.given} and ${given} are both called ${profile.name}`, {
      hint: "give one of them another name",
    });
  }
  return profiles;
}

async function matrixOf(options: Options, profiles: readonly GivenProfile[]): Promise<Matrix> {
  const { AGENT_NAMES } = await import("../client/agents.ts");
  const { LLM_AGENT_NAMES } = await import("../benchmark/llm-agent.ts");
  const { TASK_NAMES } = await import("../benchmark/tasks.ts");
  return {
    profiles: profiles.map(({ profile }) => profile.name),
    agents: chosenNames(options.agents, "--agents", [...AGENT_NAMES, ...LLM_AGENT_NAMES]),
    tasks: chosenNames(options.tasks, "--tasks", TASK_NAMES),
    iterations: numberOf(options.iterations, "--iterations", { least: 1, most: 10_000 }),
  };
}

/** A model that cannot be had is told of now, and not a thousand times later. */
async function modelOf(options: Options, { agents }: Matrix, env: NodeJS.ProcessEnv): Promise<string | undefined> {
  const { LLM_AGENT_NAMES } = await import("../benchmark/llm-agent.ts");
  const needy = agents.find((agent) => LLM_AGENT_NAMES.includes(agent));
  if (needy === undefined) {
    if (options.model === undefined) return undefined;
    throw new FaultlineError("bad-request", "--model goes with the agents llm and llm-hinted");
  }
  if (options.model === undefined) throw new FaultlineError("bad-request", `the agent ${needy} needs a --model`);
  const model = textOf(options.model, "--model");
  if (options.queue === undefined) {
    const { providerFrom } = await import("../agent/provider-from.ts");
    await providerFrom(model, env);
  }
  return model;
}

async function runnerOf({ queue }: Options, model: string | undefined, shell: Shell): Promise<RunSessions> {
  if (queue === undefined) {
    const { runOnThreads } = await import("../benchmark/run-on-threads.ts");
    // A model is waited for, a script computes.
    const size = model === undefined ? availableParallelism() : Math.max(4, availableParallelism());
    return runOnThreads(join(shell.packageRoot, "dist", "session-thread.js"), size);
  }
  const { openQueue, shownUrl } = await import("../benchmark/queue.ts");
  const { runOverQueue } = await import("../benchmark/run-over-queue.ts");
  const { mostSeconds } = await import("../benchmark/session-job.ts");
  const url = textOf(queue, "--queue");
  const tell = (line: string) => shell.progress(`faultline: ${line}`);
  // A database that cannot be had is told of before anything is done.
  await (await openQueue(url, shell.version, "bench", tell)).stop({ graceful: false });
  shell.progress(
    `faultline: sessions wait at ${shownUrl(url)} for workers of version ${shell.version}: faultline bench-worker --queue URL`,
  );
  // A worker may hold a session for a moment before it runs it.
  return runOverQueue({ url, version: shell.version, sessionSeconds: mostSeconds({ model }) * 1.5, tell });
}

async function tell(summary: Summary, folder: string, shell: Shell): Promise<void> {
  const { rateTable } = await import("../benchmark/report-tables.ts");
  const { counted } = await import("../benchmark/markdown.ts");
  const ran = summary.cells.reduce((total, { sessions }) => total + sessions, 0);
  const silent = summary.cells.reduce((total, { verdicts }) => total + verdicts.failed_silent, 0);
  if (ran > 0) {
    shell.print(`Success of sessions that met a fault, with 95 % intervals:\n`);
    shell.print(rateTable(summary, ({ success }) => success));
    shell.print(`\nSilent failures: ${silent}. All of it: ${join(folder, "report.md")}`);
  }
  if (summary.missing > 0) {
    shell.progress(`faultline: called off with ${counted(summary.missing, "session")} still to be run`);
  }
  const [first] = summary.problems;
  if (!first) return;
  shell.progress(`faultline: ${counted(summary.problems.length, "session")} could not be run: ${first.problem}`);
}
