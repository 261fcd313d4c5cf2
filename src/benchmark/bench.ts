import { existsSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { FaultlineError } from "../kernel/errors.ts";
import { type BenchProfile, type BenchRecord, inOrder } from "./bench-record.ts";
import { chart } from "./chart.ts";
import type { ControlResult } from "./controls.ts";
import { junitReport } from "./junit.ts";
import { type Job, jobsOf, keyOf, type Matrix } from "./matrix.ts";
import { markdownReport } from "./report-markdown.ts";
import { openResults } from "./results-file.ts";
import { type SessionRun, writeRun } from "./run-folder.ts";
import type { ProfileText, RunSessions, SessionJob } from "./session-job.ts";
import type { SessionResult } from "./session-result.ts";
import { type Summary, summarise } from "./summary.ts";

const files = {
  results: "results.jsonl",
  failures: "failures",
  summary: "bench.json",
  report: "report.md",
  chart: "chart.svg",
  junit: "junit.xml",
} as const;

export interface BenchRequest {
  version: string;
  matrix: Matrix;
  /** Of each profile of the matrix, by name. */
  profiles: ReadonlyMap<string, BenchProfile & { source: ProfileText }>;
  model: string | undefined;
  controls: ControlResult[];
  runSessions: RunSessions;
  /** Where results and reports are written; it is made. */
  folder: string;
  /** Calls the rest off; what is done by then is reported. */
  signal: AbortSignal;
  progress: (done: number, total: number) => void;
}

/**
 * Runs a matrix and writes `results.jsonl`, `report.md`, `chart.svg`, `bench.json`, `junit.xml` and, of the first
 * session of each profile, agent and task that failed, a folder in `failures/`. Two runs write the same bytes, however
 * the sessions were spread.
 */
export async function runBench(request: BenchRequest): Promise<Summary> {
  const { matrix, folder, signal, progress } = request;
  await prepare(folder);
  const file = await openResults(join(folder, files.results));
  const jobs = jobsOf(matrix).map((job) => sessionJob(job, request));
  const results = new Map<string, SessionResult>();
  const problems = new Map<string, { job: Job; problem: string }>();
  const failures = new Map<string, SessionRun>();
  const record = (): BenchRecord => ({
    version: request.version,
    matrix,
    profiles: [...request.profiles.values()].map(({ source: _, ...profile }) => profile),
    model: request.model,
    controls: request.controls,
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
  for (const run of failures.values()) await writeRun(join(folder, files.failures, nameOf(run.result)), run);
  return summary;
}

/**
 * Makes the folder; failures of an earlier benchmark would pass for those of this one, and go.
 *
 * @throws FaultlineError `bad-request` where they are somebody else's
 */
async function prepare(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const failures = join(folder, files.failures);
  if (!existsSync(failures)) return;
  if (!existsSync(join(folder, files.results))) {
    throw new FaultlineError("bad-request", `${failures} is in the way, and no benchmark left it there`);
  }
  await rm(failures, { recursive: true });
}

function sessionJob(job: Job, { profiles, model }: BenchRequest): SessionJob {
  const profile = profiles.get(job.profile);
  if (!profile) throw new Error(`no profile ${job.profile}`);
  return { ...job, source: profile.source, ...(model === undefined ? {} : { model }) };
}

/** Sessions end in any order; the first of the matrix is kept. */
function keepFirst(failures: Map<string, SessionRun>, run: SessionRun): void {
  const { profile, agent, task, iteration } = run.result;
  const key = keyOf({ profile, agent, task, iteration: 0 });
  const known = failures.get(key);
  if (!known || iteration < known.result.iteration) failures.set(key, run);
}

function nameOf({ profile, agent, task, iteration }: SessionResult): string {
  return [profile, agent, task, iteration].join(".").replace(/[^\w.-]/g, "_");
}

async function writeReports(folder: string, summary: Summary, record: BenchRecord): Promise<void> {
  await writeFile(join(folder, files.summary), `${JSON.stringify(summary, null, 2)}\n`);
  await writeFile(join(folder, files.chart), chart(summary));
  await writeFile(join(folder, files.junit), junitReport(record));
  await writeFile(join(folder, files.report), markdownReport(summary, record));
}
