import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Profile } from "../faults/rule.ts";
import { FaultlineError } from "../kernel/errors.ts";
import { checkBenchFolder, BENCH_FILES as files, prepareBenchFolder } from "./bench-folder.ts";
import { type BenchProfile, type BenchRecord, inOrder } from "./bench-record.ts";
import { chart } from "./chart.ts";
import { runControls } from "./controls.ts";
import { junitReport } from "./junit.ts";
import { inRounds, type Job, keyOf, type Matrix } from "./matrix.ts";
import { markdownReport } from "./report-markdown.ts";
import { openResults } from "./results-file.ts";
import { runName, type SessionRun, writeRun } from "./run-folder.ts";
import type { ProfileText, RunSessions, SessionJob } from "./session-job.ts";
import type { SessionResult } from "./session-result.ts";
import { type Summary, summarise } from "./summary.ts";

export interface GivenProfile {
  /** What the user called it by: a built-in name or a file. */
  given: string;
  profile: Profile;
  source: ProfileText;
}

export interface BenchRequest {
  version: string;
  matrix: Matrix;
  /** The profiles of the matrix. */
  profiles: readonly GivenProfile[];
  model: string | undefined;
  runSessions: RunSessions;
  /** Where results and reports are written; it is made. */
  folder: string;
  /** Calls the rest off; what is done by then is reported. */
  signal: AbortSignal;
  progress: (done: number, total: number) => void;
}

/**
 * Checks the judge by the negative controls, runs a matrix and writes `results.jsonl`, `report.md`, `chart.svg`,
 * `bench.json`, `junit.xml` and, of the first session of each profile, agent and task that failed, a folder in
 * `failures/`. Two runs write the same bytes, however the sessions were spread.
 *
 * @throws FaultlineError `bad-request` where files of somebody else are in the way, `internal` where a control does not
 *   hold, or the signal's reason where it was called off by then; nothing is written in any of these cases
 */
export async function runBench(request: BenchRequest): Promise<Summary> {
  const { matrix, folder, signal, progress } = request;
  await checkBenchFolder(folder);
  const controls = await heldControls(request);
  signal.throwIfAborted();
  await prepareBenchFolder(folder);
  const file = await openResults(join(folder, files.results));
  const jobs = inRounds(matrix).map((job) => sessionJob(job, request));
  const results = new Map<string, SessionResult>();
  const problems = new Map<string, { job: Job; problem: string }>();
  const failures = new Map<string, SessionRun>();
  const record = (): BenchRecord => ({
    version: request.version,
    matrix,
    profiles: request.profiles.map(benchProfile),
    model: request.model,
    controls,
    results: inOrder(matrix, results),
    problems: inOrder(matrix, problems),
  });
  const wanted = new Set(jobs.map(keyOf));
  try {
    await request.runSessions(
      jobs,
      (job, outcome) => {
        // Nothing counts twice, whoever tells of it.
        if (!wanted.delete(keyOf(job))) return;
        if ("problem" in outcome) {
          const { profile, agent, task, iteration } = job;
          problems.set(keyOf(job), { job: { profile, agent, task, iteration }, problem: outcome.problem });
        } else {
          results.set(keyOf(job), outcome.result);
          file.add(outcome.result);
          if (outcome.trace) keepFirst(failures, { result: outcome.result, ...outcome.trace });
        }
        progress(jobs.length - wanted.size, jobs.length);
      },
      signal,
    );
  } finally {
    await file.close(inOrder(matrix, results));
  }
  const summary = summarise(record());
  await writeReports(folder, summary, record());
  for (const run of failures.values()) await writeRun(join(folder, files.failures, runName(run.result)), run);
  return summary;
}

async function heldControls({ profiles, matrix }: BenchRequest): Promise<number> {
  const results = await runControls(
    profiles.map(({ profile }) => profile),
    matrix.tasks,
  );
  const broken = results.find(({ held }) => !held);
  if (!broken) return results.length;
  const { profile, task, control, wanted, got, reason } = broken;
  const told = `the ${control} agent got ${got} instead of ${wanted} at ${task} in the network of ${profile}`;
  throw new FaultlineError("internal", `the judge cannot be trusted: ${told}: ${reason}`);
}

function benchProfile({ given, profile: { name, description, seed, rules } }: GivenProfile): BenchProfile {
  return { given, name, description, seed, rules: rules.map((rule) => rule.name) };
}

function sessionJob(job: Job, { profiles, model }: BenchRequest): SessionJob {
  const given = profiles.find(({ profile }) => profile.name === job.profile);
  if (!given) throw new FaultlineError("internal", `the matrix has a profile ${job.profile} that was not given`);
  return { ...job, source: given.source, ...(model === undefined ? {} : { model }) };
}

/** Sessions end in any order; the first of the matrix is kept. */
function keepFirst(failures: Map<string, SessionRun>, run: SessionRun): void {
  const { profile, agent, task, iteration } = run.result;
  const key = keyOf({ profile, agent, task, iteration: 0 });
  const known = failures.get(key);
  if (!known || iteration < known.result.iteration) failures.set(key, run);
}

async function writeReports(folder: string, summary: Summary, record: BenchRecord): Promise<void> {
  await writeFile(join(folder, files.summary), `${JSON.stringify(summary, null, 2)}\n`);
  await writeFile(join(folder, files.chart), chart(summary));
  await writeFile(join(folder, files.junit), junitReport(record));
  await writeFile(join(folder, files.report), markdownReport(summary, record));
}
