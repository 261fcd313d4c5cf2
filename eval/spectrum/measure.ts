import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { FaultlineError } from "../../src/kernel/errors.ts";
import { type CoverageRun, runCoverage } from "../../src/probe/coverage-run.ts";
import { ROOT } from "../root.ts";
import { quote, shell } from "../shell.ts";

/** A suite, and what runs it. */
export interface Subject {
  name: string;
  cwd: string;
  /** Test files; without any, the project's configuration decides. */
  files: readonly string[];
  /** The test that the coverage is about. */
  target: string;
  python: string;
  env: NodeJS.ProcessEnv;
}

/** One way of running it. */
export interface Way {
  name: string;
  tracer: CoverageRun["tracer"] | undefined;
  workers: number;
}

/** One run. */
export interface Measurement {
  seconds: number;
  /** Processor time of the processes that ran pytest: on a busy machine the better measure. */
  cpu: number;
  /** Largest resident set of the process that ran the tests, or of the largest of several; MiB. */
  python: number;
  tests: number;
  statements: number;
}

const minutes = 60_000;

/** Runs a suite without anything of ours. */
export async function plainRun(subject: Subject): Promise<Measurement> {
  const peaks = await peakFile(subject);
  const words = [subject.python, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "bench_peak", ...subject.files];
  const env = { ...subject.env, ...peaks.env, PYTHONDONTWRITEBYTECODE: "1" };
  const place = { cwd: subject.cwd, env, deadline: 30 * minutes };
  const { elapsed, output } = await shell(words.map(quote).join(" "), place);
  const tests = [...output.matchAll(/(\d+) (?:passed|failed|skipped)/g)].reduce(
    (sum, [, count]) => sum + Number(count),
    0,
  );
  return { seconds: elapsed / 1000, ...(await peaks.read()), tests, statements: 0 };
}

/** Runs it under coverage; throws where the run did not come to its end, or not by the wanted tracer. */
export async function coverageRun(subject: Subject, way: Way): Promise<Measurement> {
  const peaks = await peakFile(subject);
  const forced = way.tracer === undefined ? {} : { FAULTLINE_PROBE_TRACER: way.tracer };
  const run = await runCoverage({
    argv: [subject.python, "-m", "pytest"],
    args: ["-p", "no:cacheprovider", "-p", "bench_peak"],
    nodeIds: subject.files,
    cwd: subject.cwd,
    env: { ...subject.env, ...peaks.env, ...forced },
    probeDir: join(ROOT, "python-probe", "src"),
    deadline: 30 * minutes,
    targets: [subject.target],
    workers: way.workers,
    steps: true,
  });
  if (!run.complete || run.spectrum.statements.length === 0 || run.workers !== way.workers) {
    throw new FaultlineError("process-failed", `${subject.name}, ${way.name}: ${run.problem ?? "not as asked for"}`);
  }
  return {
    seconds: run.seconds,
    ...(await peaks.read()),
    tests: run.tests.length,
    statements: run.spectrum.statements.length,
  };
}

/** A plugin that writes how large its process became, and its processor time. */
const PLUGIN = `import os, resource

_out = os.environ.pop("BENCH_PEAK_FILE", None) or os.environ.get("BENCH_PEAK_AGAIN")
os.environ["BENCH_PEAK_AGAIN"] = _out


def pytest_unconfigure():
    used = resource.getrusage(resource.RUSAGE_SELF)
    with open(_out, "a") as file:
        file.write("%d %f\\n" % (used.ru_maxrss, used.ru_utime + used.ru_stime))
`;

type Used = Pick<Measurement, "cpu" | "python">;

async function peakFile(subject: Subject): Promise<{ env: NodeJS.ProcessEnv; read: () => Promise<Used> }> {
  const folder = join(subject.cwd, "..", "peak");
  const file = join(folder, "peaks.txt");
  await mkdir(folder, { recursive: true });
  await rm(file, { force: true });
  await writeFile(join(folder, "bench_peak.py"), PLUGIN);
  return {
    env: { PYTHONPATH: folder, BENCH_PEAK_FILE: file },
    read: async () => {
      const text = await readFile(file, "utf8");
      const rows = text
        .trim()
        .split("\n")
        .map((row) => row.split(" ").map(Number));
      const cpu = rows.reduce((sum, [, seconds = 0]) => sum + seconds, 0);
      return { cpu, python: Math.max(...rows.map(([peak = 0]) => peak)) / 1024 };
    },
  };
}
