import { open, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { FaultlineError } from "../kernel/errors.ts";
import { isMissing, makeFolder } from "../kernel/files.ts";
import { RUN_FILES } from "./run-folder.ts";
import { SessionResult } from "./session-result.ts";

/** What a benchmark leaves in its folder. */
export const BENCH_FILES = {
  results: "results.jsonl",
  failures: "failures",
  summary: "bench.json",
  report: "report.md",
  chart: "chart.svg",
  junit: "junit.xml",
} as const;

/**
 * Refuses a folder in which files of somebody else would be lost: all of an earlier benchmark is written anew, and its
 * `results.jsonl` shows that there was one.
 *
 * @throws FaultlineError `bad-request`
 */
export async function checkBenchFolder(folder: string): Promise<void> {
  const names = new Set(await namesIn(folder));
  const [first] = Object.values(BENCH_FILES).filter((name) => names.has(name));
  if (first === undefined) return;
  if (!names.has(BENCH_FILES.results)) throw foreign(join(folder, first));
  const results = join(folder, BENCH_FILES.results);
  if (!(await holdsResults(results))) throw foreign(results);
  const failures = join(folder, BENCH_FILES.failures);
  for (const name of names.has(BENCH_FILES.failures) ? await namesIn(failures) : []) {
    const left = await namesIn(join(failures, name));
    if (!left.every((file) => RUN_FILES.includes(file))) throw foreign(join(failures, name));
  }
}

/**
 * Makes the folder; failures of an earlier benchmark would pass for those of this one, and go.
 *
 * @throws FaultlineError `bad-request` where they are somebody else's
 */
export async function prepareBenchFolder(folder: string): Promise<void> {
  makeFolder(folder);
  await checkBenchFolder(folder);
  await rm(join(folder, BENCH_FILES.failures), { recursive: true, force: true });
}

/** @throws FaultlineError `bad-request` for what is no folder */
async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOTDIR") throw foreign(folder);
    if (isMissing(error)) return [];
    throw error;
  }
}

/** More than any first line of results has. */
const mostOfLine = 1_000_000;

/** By its first line; a benchmark that was called off leaves none. */
async function holdsResults(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(mostOfLine), 0, mostOfLine, 0);
    const [line = ""] = buffer.toString("utf8", 0, bytesRead).split("\n", 1);
    return bytesRead === 0 || SessionResult.safeParse(parsed(line)).success;
  } finally {
    await file.close();
  }
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function foreign(path: string): FaultlineError {
  return new FaultlineError("bad-request", `${path} is in the way, and no benchmark left it there`, {
    hint: "give --out another folder",
  });
}
