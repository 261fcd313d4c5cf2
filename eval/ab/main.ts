import { join } from "node:path";
import { FaultlineError } from "../../src/kernel/errors.ts";
import { usableFolder } from "../../src/kernel/folder.ts";
import { cleanEnv } from "../environment.ts";
import { interpreterFor } from "../interpreters.ts";
import type { Bug } from "../manifest.ts";
import { progress, runMain } from "../options.ts";
import { ROOT } from "../root.ts";
import { agentsNamed, serverOf } from "./agents.ts";
import { armNamed } from "./arms.ts";
import { buildName, noteMeasured, readMeasured } from "./build.ts";
import { nameOf } from "./case.ts";
import { bugsNamed } from "./cases.ts";
import { claim } from "./claim.ts";
import { resultsCsv } from "./csv.ts";
import { buildOf } from "./faultline-copy.ts";
import { among, openHall, sessionsHere } from "./hall.ts";
import { type Planned, planSessions } from "./matrix.ts";
import { type Options, readOptions, USAGE } from "./options.ts";
import { openSessionQueue, serveQueue } from "./queue.ts";
import { mustListen } from "./reachable.ts";
import { keyText, type SessionKey, type SessionResult } from "./result.ts";
import { isOver, readResults } from "./results-file.ts";
import { runAll } from "./run-all.ts";
import { readVoids, type Voids } from "./voids.ts";
import { counted } from "./words.ts";
import { inOrder, writeReport } from "./write-report.ts";

/** @returns how many sessions could not be run, or failed */
async function runSessions(options: Options, signal: AbortSignal): Promise<number> {
  const bugs = await bugsNamed(options.cases);
  const tools = { work: options.work, python: options.python, env: cleanEnv(options.work) };
  const arms = options.arms.map((name) => armNamed(name, tools));
  const agents = agentsNamed(options.agents, options.modelUrl, process.env);
  const planned = planSessions(bugs.map(nameOf), arms, agents, options.rounds);
  progress(`${counted(bugs.length, "case")}, ${counted(planned.length, "session")}`);
  return claiming("--out", options.out, () => runPlanned(planned, options, bugs, signal));
}

/** Does something while no other process may use a folder. */
async function claiming<T>(option: string, folder: string, act: () => Promise<T>): Promise<T> {
  const giveUp = await claim(option, folder);
  return act().finally(giveUp);
}

async function runPlanned(planned: readonly Planned[], options: Options, bugs: readonly Bug[], signal: AbortSignal) {
  const have = new Set((await readResults(join(options.out, "results.jsonl"))).filter(isOver).map(keyText));
  if (options.queue !== undefined) {
    const build = await buildOf(ROOT);
    await noteMeasured(options.out, build, have.size);
    const queue = await openSessionQueue(options.queue, options.out, buildName(build), signal);
    progress("workers run them, as long as there is one: npm run eval:ab -- worker --queue URL --work DIR");
    return runAll(planned, options.out, planned.length, queue.run, progress, signal).finally(() => queue.close());
  }
  for (const bug of new Map(bugs.map((one) => [one.project, one])).values()) await interpreterFor(bug, options.pythons);
  const left = planned.filter(({ key }) => !have.has(keyText(key)));
  for (const url of new Set(left.flatMap(({ agent }) => serverOf(agent)))) await mustListen(url);
  return claiming("--work", options.work, async () => {
    const hall = await openHall(options);
    await noteMeasured(options.out, await buildOf(hall.faultline), have.size);
    const run = sessionsHere(options, hall, among(bugs), signal);
    return runAll(planned, options.out, options.parallel, run, progress, signal);
  });
}

/** Runs sessions of others, each with the case, arm and agent that its key names. */
async function work(options: Options, signal: AbortSignal): Promise<void> {
  const { queue } = options;
  if (queue === undefined) throw new FaultlineError("bad-request", "a worker wants --queue");
  const tools = { work: options.work, python: options.python, env: cleanEnv(options.work) };
  const bugOf = async (name: string) => among(await bugsNamed([name.replace("/", ":")]))(name);
  usableFolder("--out", options.out);
  await claiming("--work", options.work, async () => {
    const hall = await openHall(options);
    const build = buildName(await buildOf(hall.faultline));
    const run = sessionsHere(options, hall, bugOf, signal);
    const session = async (key: SessionKey) => {
      const [agent] = agentsNamed([key.agent], options.modelUrl, process.env);
      if (!agent) throw new FaultlineError("bad-request", `there is no agent ${key.agent}`);
      return run({ key, arm: armNamed(key.arm, tools), agent });
    };
    await serveQueue(queue, build, options.parallel, session, progress, signal);
  });
}

async function report({ out, arms, seed }: Options, results: readonly SessionResult[], voids: Voids): Promise<void> {
  const besides = { voids, measured: await readMeasured(out) };
  process.stdout.write(`${await writeReport(out, results, besides, arms, seed)}\n`);
  progress(`each metric, case and picture: ${join(out, "report.md")}; each session: ${join(out, "results.csv")}`);
}

async function main(args: string[]): Promise<void> {
  const options = readOptions(args);
  if (!options) {
    process.stdout.write(USAGE);
    return;
  }
  const stop = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => {
      progress("stopping; once more to stop at once");
      stop.abort();
    });
  }
  if (options.command === "worker") return work(options, stop.signal);
  const lost = options.command === "run" ? await runSessions(options, stop.signal) : 0;
  if (stop.signal.aborted) {
    progress("called off; the same command goes on where this one ended");
    process.exitCode = 130;
    return;
  }
  const voids = await readVoids(options.out);
  const all = await readResults(join(options.out, "results.jsonl"), progress);
  // Results of before a case was void are no better than those that it can have now.
  const results = all.filter((result) => !voids.has(result.case));
  if (results.length === 0) throw new FaultlineError("not-found", `${options.out} holds no results`);
  if (options.command === "export") process.stdout.write(resultsCsv(inOrder(results)));
  else await report(options, results, voids);
  if (lost > 0) {
    progress(`${counted(lost, "session")} failed or could not be run; the same command tries again`);
    process.exitCode = 2;
  }
}

runMain("eval:ab", main);
