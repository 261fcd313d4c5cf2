import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import * as z from "zod";
import { describeError } from "../../src/kernel/errors.ts";
import { writeAtomic } from "../../src/kernel/user-files.ts";
import { checkoutCommit } from "../checkout.ts";
import { cleanEnv, openWork, type Venv, venv } from "../environment.ts";
import { COMMON, COMMON_USAGE, commonOptions, progress, readArgs, roundsOf, runMain } from "../options.ts";
import { CASES } from "../root.ts";
import { must } from "../shell.ts";
import { csvLine, table } from "../table.ts";
import { coverageRun, type Measurement, plainRun, type Subject, type Way } from "./measure.ts";
import { FAILING, SUITE, writeSuite } from "./suite.ts";

const USAGE = `usage: npm run eval:spectrum -- [options]

${COMMON_USAGE}  --rounds N       runs of each kind, in turn (default 3)
  --only SUBJECT   generated or youtube-dl
`;

/** Those of youtube-dl's that need no network. */
const YOUTUBE_DL = ["utils", "YoutubeDL", "InfoExtractor", "jsinterp", "aes", "all_urls", "compat", "cache", "options"];

async function main(args: string[]): Promise<void> {
  const more = { rounds: { type: "string" }, only: { type: "string" } } as const;
  const { values } = readArgs(() => parseArgs({ args, options: { ...COMMON, ...more } }));
  if (values.help) {
    process.stdout.write(USAGE);
    return;
  }
  const options = commonOptions(values);
  const rounds = roundsOf(values.rounds, 3);
  openWork(options.work);
  const env = cleanEnv(options.work);
  const version = (await must([options.python, "-c", VERSION], { cwd: options.work, env })).trim();
  progress(`preparing Python ${version}`);
  const folder = join(options.work, "venvs", `coverage-${version}`);
  const tools = await venv(folder, options.python, ["pytest", "coverage", "pytest-xdist"], [], env);
  const subjects: Subject[] = [];
  if (values.only !== "youtube-dl") subjects.push(await generated(options.work, tools, env));
  if (values.only !== "generated") subjects.push(await youtubeDl(options, tools, env));
  const rows = [];
  for (const subject of subjects) {
    try {
      rows.push(...(await measureSubject(subject, waysOn(version), rounds)));
    } catch (error) {
      progress(`${subject.name} is left out: ${describeError(error)}`);
      process.exitCode = 1;
    }
  }
  const out = resolve(values.out ?? join("eval", "results", `spectrum-${version}.csv`));
  await writeAtomic(out, `${[HEAD, ...rows].map(csvLine).join("\n")}\n`);
  const peak = Math.round(process.resourceUsage().maxRSS / 1024);
  const heading = `Python ${version}, medians of ${rounds} runs, taken in turn. This process became ${peak} MiB large.`;
  process.stdout.write(`${heading}\n\n${table(HEAD, rows)}\n`);
}

const VERSION = "import sys; print('%d.%d' % sys.version_info[:2])";

const HEAD = ["suite", "way", "tests", "seconds", "ratio", "CPU seconds", "ratio of CPU", "Python MiB", "statements"];

function waysOn(version: string): Way[] {
  const own =
    Number(version.split(".")[1]) >= 12 ? (["sys.monitoring", "sys.settrace"] as const) : (["sys.settrace"] as const);
  const one = [...own, "coverage.py" as const].map((tracer) => ({ name: tracer, tracer, workers: 1 }));
  return [...one, { name: "default, 2 workers", tracer: undefined, workers: 2 }];
}

async function generated(work: string, { python }: Venv, env: NodeJS.ProcessEnv): Promise<Subject> {
  const cwd = join(work, "generated");
  progress(`writing a suite of ${SUITE.tests} tests in ${SUITE.files} files`);
  await writeSuite(cwd);
  return { name: "generated", cwd, files: [], target: FAILING, python, env };
}

async function youtubeDl(
  options: { work: string; repos: string | undefined },
  { python }: Venv,
  env: NodeJS.ProcessEnv,
): Promise<Subject> {
  const Heavy = z.object({ project: z.string(), repository: z.string(), commit: z.string() });
  const heavy = Heavy.parse(JSON.parse(await readFile(join(CASES, "youtube-dl-heavy.json"), "utf8")));
  const cwd = join(options.work, "checkouts", "coverage");
  await checkoutCommit(heavy, heavy.commit, cwd, { ...options, env });
  const files = YOUTUBE_DL.map((name) => `test/test_${name}.py`).filter((file) => existsSync(join(cwd, file)));
  const target = "test/test_utils.py::TestUtil::test_parse_duration";
  return { name: "youtube-dl", cwd, files, target, python, env };
}

async function measureSubject(subject: Subject, ways: readonly Way[], rounds: number): Promise<string[][]> {
  const runs = new Map<string, Measurement[]>();
  const note = (name: string, run: Measurement) => {
    runs.set(name, [...(runs.get(name) ?? []), run]);
    progress(`${subject.name}, ${name}: ${run.seconds.toFixed(1)} s`);
  };
  for (let round = 0; round < rounds; round++) {
    note("plain", await plainRun(subject));
    for (const way of ways) note(way.name, await coverageRun(subject, way));
  }
  const plain = runs.get("plain") ?? [];
  const base = { seconds: median(plain.map((run) => run.seconds)), cpu: median(plain.map((run) => run.cpu)) };
  return [...runs].map(([name, each]) => {
    const seconds = median(each.map((run) => run.seconds));
    const cpu = median(each.map((run) => run.cpu));
    const python = Math.max(...each.map((run) => run.python));
    const { tests = 0, statements = 0 } = each.at(-1) ?? {};
    const times = [
      seconds.toFixed(1),
      (seconds / base.seconds).toFixed(2),
      cpu.toFixed(1),
      (cpu / base.cpu).toFixed(2),
    ];
    return [subject.name, name, `${tests}`, ...times, python.toFixed(0), `${statements}`];
  });
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

runMain("eval:spectrum", main);
