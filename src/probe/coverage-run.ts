import { promises as fs } from "node:fs";
import { join } from "node:path";
import type { ProcessResult } from "../kernel/process.ts";
import { type CoveredTest, countTests, stepsOf, type TestStep, totals } from "./coverage-counts.ts";
import { nodeIdsFrom, testOutcomes } from "./coverage-outcomes.ts";
import { followTests } from "./coverage-progress.ts";
import { readFirst } from "./coverage-reading.ts";
import { type CoveredStatement, Tables } from "./coverage-tables.ts";
import { recordFile } from "./environment.ts";
import { type ProbeRecord, parseRecord } from "./record.ts";
import type { ProbeRequest, ProbeRun } from "./run.ts";
import { runSupervised } from "./supervised.ts";

/** One run of a suite under coverage. */
export interface CoverageRequest extends Omit<ProbeRequest, "mode"> {
  /** The failing tests it is about, as they were asked for: relative to `cwd`. A class or file stands for its tests. */
  targets: readonly string[];
  /** Processes; more than one needs pytest-xdist in the project's environment, else the suite runs in one. */
  workers: number;
  /** Also split the coverage of the targets by step. */
  steps: boolean;
  /** So many seconds a phase of a test may take that is no target; then it fails, with a message of `isStopped`. */
  testSeconds?: number;
  /** Called now and then as tests end. `total` is known once the suite was collected. */
  onTest?: (done: number, total: number | undefined) => void;
}

/** What a run under coverage measured. */
export interface CoverageRun {
  ended: ProcessResult["ended"];
  /** One line for a person: why nothing was measured, or not all of it. */
  problem?: string;
  header: ProbeRecord["header"] | undefined;
  /** By what lines were measured; undefined where the run did not come that far. */
  tracer: "coverage.py" | "sys.monitoring" | "sys.settrace" | undefined;
  /** Processes that ran tests. */
  workers: number;
  /** Wall time of the whole run. */
  seconds: number;
  /** The run came to its end, and every test that was collected has ended. */
  complete: boolean;
  /** In the order in which they ended. */
  tests: CoveredTest[];
  /** Node ids as in `tests`. */
  failures: ProbeRecord["failures"];
  /** `failing` counts the targets that failed in setup or call, `passing` every test that passed. */
  spectrum: { failing: number; passing: number; statements: CoveredStatement[] };
  /**
   * By node id of a target that ran: its steps, a statement of test code each, in the order in which they ended. The
   * last one of a failed test is the one that failed. The oldest ones are merged beyond 2,000.
   */
  steps: Map<string, TestStep[]>;
}

/**
 * Runs tests once and measures which statements each of them executed. Memory does not grow with tests × lines.
 * Never throws for what the tests, pytest or the interpreter do.
 *
 * A phase's lines are the test's. What setting up a fixture of wider scope executed counts for every test that uses
 * it; what an import executed outside of functions, for every test that executes anything in that file. So neither
 * the order of tests nor their spread over processes makes a difference.
 */
export async function runCoverage(request: CoverageRequest): Promise<CoverageRun> {
  const { targets, workers, steps, testSeconds, onTest, ...rest } = request;
  const asked = { targets, workers, steps, testSeconds, tracer: request.env[forced] };
  const started = performance.now();
  const found: { measured: Measured | undefined } = { measured: undefined };
  let stop = () => {};
  const run = await runSupervised(
    { ...rest, mode: "coverage" },
    {
      before: async (folder) => {
        await fs.writeFile(join(folder, "coverage-request.json"), JSON.stringify(asked));
        if (onTest) stop = followTests(recordFile(folder), join(folder, coverageName), onTest);
      },
      after: async (folder) => {
        stop();
        found.measured = await readMeasured(folder, request.cwd);
      },
    },
  ).finally(() => stop());
  const seconds = (performance.now() - started) / 1000;
  const { collected, ...measured } = found.measured ?? { ...nothing, collected: undefined };
  // A worker that ended before its time was replaced by another.
  measured.workers = Math.min(measured.workers, Math.max(workers, 1));
  return { ...measured, ...outcomeOf(run, measured.tests.length, collected), seconds };
}

/** Whether a failure is that of a test which took longer than `testSeconds`: what would have become of it is not known. */
export function isStopped({ exception }: CoverageRun["failures"][number]): boolean {
  return exception.message.startsWith("stopped by faultline: it took longer than");
}

/** Names the only tracer that may be used; for tests and benchmarks. */
const forced = "FAULTLINE_PROBE_TRACER";

const coverageName = "coverage.jsonl";

const nothing = {
  header: undefined,
  tracer: undefined,
  workers: 0,
  tests: [],
  failures: [],
  spectrum: { failing: 0, passing: 0, statements: [] },
  steps: new Map(),
};

type Measured = Pick<CoverageRun, "header" | "tracer" | "workers" | "tests" | "failures" | "spectrum" | "steps"> & {
  /** How many tests were collected; undefined where the run did not come that far. */
  collected: number | undefined;
};

async function readMeasured(folder: string, cwd: string): Promise<Measured | undefined> {
  const folders = [folder, ...(await workerFolders(folder))];
  const records = await Promise.all(folders.map((each) => readRecord(recordFile(each))));
  const [main] = records;
  if (!main) return undefined;
  const named = nodeIdsFrom(main.header.rootdir, cwd);
  const outcomes = testOutcomes(main.outcomes, named);
  const reading = await readFirst(folders.map((each) => join(each, coverageName)));
  const tables = new Tables(reading.executed, reading.imported, reading.sources);
  const tests = await countTests(reading, tables, outcomes);
  const [tracer] = reading.tracers;
  return {
    header: main.header,
    tracer,
    workers: reading.workers,
    collected: reading.collected,
    tests,
    failures: failuresOf(records, named),
    spectrum: { ...totals(outcomes, reading.targets), statements: tables.statements },
    steps: new Map([...reading.steps].map(([nodeId, raw]) => [named(nodeId), stepsOf(raw, tables)])),
  };
}

/** xdist's workers write beside the process that leads them, each in a folder of its name. */
async function workerFolders(folder: string): Promise<string[]> {
  const entries = await fs.readdir(folder, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory() && /^gw\d+$/.test(entry.name))
    .map(({ name }) => join(folder, name));
}

async function readRecord(file: string): Promise<ProbeRecord | undefined> {
  const parsed = parseRecord(await fs.readFile(file, "utf8").catch(() => ""));
  return "problem" in parsed ? undefined : parsed;
}

/** Every worker collects all files, and so tells what cannot be collected. */
function failuresOf(
  records: readonly (ProbeRecord | undefined)[],
  named: (nodeId: string) => string,
): ProbeRecord["failures"] {
  const collected = new Set<string>();
  return records
    .flatMap((record) => record?.failures ?? [])
    .filter(({ phase, nodeId }) => {
      if (phase !== "collection") return true;
      const isNew = !collected.has(nodeId);
      collected.add(nodeId);
      return isNew;
    })
    .map((failure) => ({ ...failure, nodeId: named(failure.nodeId) }));
}

function outcomeOf(
  { ended, problem, record }: ProbeRun,
  ran: number,
  collected: number | undefined,
): Pick<CoverageRun, "ended" | "problem" | "complete"> {
  const complete = record?.end !== undefined && ran === collected;
  if (problem !== undefined) return { ended, problem, complete };
  return complete ? { ended, complete } : { ended, complete, problem: `${ran} of ${collected ?? 0} tests ran` };
}
