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

/** How each file begins, in words that nobody else's would have. */
const ownBeginnings: Record<Exclude<keyof typeof BENCH_FILES, "results" | "failures">, RegExp> = {
  summary: /^\{\s*"v": 1,\s*"version": /,
  report: /^# Reliability of agents under faults\n/,
  chart: /^<svg [^>]*>[\s\S]*<text [^>]*>Outcomes of agents under faults</,
  junit: /^<\?xml [^>]*>\s*<testsuites name="faultline bench" /,
};

/** More than any first line of results has, and more than it takes to know the others. */
const mostRead = 1_000_000;

/**
 * Refuses a folder in which files of somebody else would be lost: all that an earlier benchmark left is written anew.
 *
 * @throws FaultlineError `bad-request`
 */
export async function checkBenchFolder(folder: string): Promise<void> {
  const names = new Set(await namesIn(folder));
  for (const [what, pattern] of Object.entries(ownBeginnings)) {
    const name = BENCH_FILES[what as keyof typeof ownBeginnings];
    if (names.has(name) && !pattern.test(await beginningOf(join(folder, name)))) throw foreign(join(folder, name));
  }
  const results = join(folder, BENCH_FILES.results);
  if (names.has(BENCH_FILES.results) && !holdsResults(await beginningOf(results))) throw foreign(results);
  if (!names.has(BENCH_FILES.failures)) return;
  const failures = join(folder, BENCH_FILES.failures);
  if (!names.has(BENCH_FILES.results)) throw foreign(failures);
  for (const name of await namesIn(failures)) {
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

async function beginningOf(path: string): Promise<string> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(mostRead), 0, mostRead, 0);
    return buffer.toString("utf8", 0, bytesRead);
  } finally {
    await file.close();
  }
}

/** By its first line; a benchmark that was called off leaves none. */
function holdsResults(text: string): boolean {
  const [line = ""] = text.split("\n", 1);
  return text === "" || SessionResult.safeParse(parsed(line)).success;
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
