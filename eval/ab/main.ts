import { join } from "node:path";
import { FaultlineError } from "../../src/kernel/errors.ts";
import { writeAtomic } from "../../src/kernel/user-files.ts";
import { cleanEnv } from "../environment.ts";
import { progress, runMain } from "../options.ts";
import { agentsNamed } from "./agents.ts";
import { armNamed } from "./arms.ts";
import { nameOf } from "./case.ts";
import { bugsNamed } from "./cases.ts";
import { resultsCsv } from "./csv.ts";
import { openHall, preparer } from "./hall.ts";
import { planSessions } from "./matrix.ts";
import { type Options, readOptions, USAGE } from "./options.ts";
import { picture } from "./picture.ts";
import { groupsOf, pairedTables, pictureOf, reportText } from "./report.ts";
import type { SessionResult } from "./result.ts";
import { readResults } from "./results-file.ts";
import { runAll } from "./run-all.ts";
import { runSession } from "./run-session.ts";

async function runSessions(options: Options, signal: AbortSignal): Promise<void> {
  const hall = await openHall(options);
  if (hall.isolation === "proxy")
    progress("this machine makes no namespaces: agents are only told to leave the network and other folders alone");
  const bugs = await bugsNamed(options.cases);
  const tools = { work: options.work, python: options.python, env: cleanEnv(options.work) };
  const arms = options.arms.map((name) => armNamed(name, tools));
  const agents = agentsNamed(options.agents, options.modelUrl, process.env);
  const planned = planSessions(bugs.map(nameOf), arms, agents, options.rounds);
  progress(`${bugs.length} cases, ${planned.length} sessions; agents kept in by: ${hall.isolation}`);
  await runAll(
    planned,
    bugs,
    options.out,
    options.parallel,
    { prepare: preparer(options), session: (next, of) => runSession(next, of, hall, signal), tell: progress },
    signal,
  );
}

async function report(options: Options, results: readonly SessionResult[]): Promise<void> {
  const arms = options.arms.filter((arm) => results.some((result) => result.arm === arm));
  const [base = "A", other] = arms;
  await writeAtomic(join(options.out, "report.md"), reportText(results, arms, options.seed));
  await writeAtomic(join(options.out, "results.csv"), resultsCsv(results));
  if (other !== undefined) {
    for (const group of groupsOf(results))
      await writeAtomic(join(options.out, pictureOf(group)), picture(group, base, other, options.seed));
  }
  process.stdout.write(`${pairedTables(results, arms, options.seed)}\n`);
  progress(`report, CSV and pictures in ${options.out}`);
}

async function main(args: string[]): Promise<void> {
  const options = readOptions(args);
  if (!options) {
    process.stdout.write(USAGE);
    return;
  }
  const stop = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stop.abort());
  if (options.command === "run") await runSessions(options, stop.signal);
  if (stop.signal.aborted) {
    progress("called off; the same command goes on where this one ended");
    process.exitCode = 130;
    return;
  }
  const results = await readResults(join(options.out, "results.jsonl"));
  if (results.length === 0) throw new FaultlineError("not-found", `${options.out} holds no results`);
  if (options.command === "export") process.stdout.write(resultsCsv(results));
  else await report(options, results);
}

runMain("eval:ab", main);
