// Not "node:fs/promises", which a bundle would load even where nothing is run.
import { promises as fs } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ProcessResult, run } from "../kernel/process.ts";
import { probeEnvironment, recordFile, temporaryFolder } from "./environment.ts";
import { explainCutRecord, explainMissingRecord } from "./problem.ts";
import { type ProbeRecord, parseRecord } from "./record.ts";

/** One supervised run of some tests. */
export interface ProbeRequest {
  /** Program and words up to where pytest's arguments start, such as `["uv", "run", "pytest"]`. */
  argv: readonly [string, ...string[]];
  /** Options of pytest that decide what runs and how. */
  args: readonly string[];
  /** The tests; without any, `args` and the project's configuration decide. */
  nodeIds: readonly string[];
  cwd: string;
  /** The environment the tests are to see; nothing is inherited. */
  env: NodeJS.ProcessEnv;
  /**
   * "trace" also follows bad values to their origin; "thorough" traces collection and imports for that, too,
   * and "together" remembers besides what the tests before did.
   * "values" and "coverage" measure what `beside` asks for.
   */
  mode: "report" | "trace" | "thorough" | "together" | "values" | "coverage";
  /** The folder that holds the package `faultline_probe`. */
  probeDir: string;
  /** Milliseconds; then the run is ended, and what was recorded by then counts. */
  deadline: number;
  signal?: AbortSignal;
}

/** How a supervised run ended and what it recorded. */
export interface ProbeRun {
  ended: ProcessResult["ended"];
  /** Undefined where the probe never started, or is of another version; `problem` then says why. */
  record: ProbeRecord | undefined;
  /** The last of what it wrote to standard error. */
  stderr: string;
  /** One line for a person: why there is no record, or none that is whole. */
  problem?: string;
}

/** What a mode reads and writes in the run's folder besides the record. */
export interface Beside {
  before(folder: string): Promise<void>;
  after(folder: string): Promise<void>;
}

const maxRecordBytes = 64 * 1024 * 1024;

/**
 * Runs tests once under the probe. The project's files, its caches and the terminal are left as they were; a folder
 * for temporary files is made and removed. Never throws for what the tests, pytest or the interpreter do.
 */
export async function runProbe(request: ProbeRequest, beside?: Beside): Promise<ProbeRun> {
  // Short, since tests make sockets in it, whose paths may not exceed some 100 characters.
  const folder = await fs.realpath(await fs.mkdtemp(join(tmpdir(), "fl-")));
  try {
    await fs.mkdir(temporaryFolder(folder));
    await beside?.before(folder);
    const result = await run({
      argv: [...request.argv, "-p", "faultline_probe", ...request.args, ...request.nodeIds],
      cwd: request.cwd,
      env: probeEnvironment(request.env, { probeDir: request.probeDir, mode: request.mode, folder }),
      deadline: request.deadline,
      outputCap: 100_000,
      ...(request.signal && { signal: request.signal }),
    });
    await beside?.after(folder);
    return await readRun(result, request, recordFile(folder));
  } finally {
    await removeFolder(folder);
  }
}

async function readRun(result: ProcessResult, request: ProbeRequest, file: string): Promise<ProbeRun> {
  const { ended, stderr } = result;
  const text = await readStart(file, maxRecordBytes);
  if (text === undefined) return { ended, stderr, record: undefined, problem: explainMissingRecord(result, request) };
  const parsed = parseRecord(text);
  if ("problem" in parsed) return { ended, stderr, record: undefined, problem: parsed.problem };
  if (parsed.end) return { ended, stderr, record: parsed };
  return { ended, stderr, record: parsed, problem: explainCutRecord(result) };
}

async function readStart(file: string, limit: number): Promise<string | undefined> {
  const handle = await fs.open(file).catch(() => undefined);
  if (!handle) return undefined;
  try {
    const { size } = await handle.stat();
    const buffer = Buffer.alloc(Math.min(size, limit));
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, 0);
    return buffer.toString("utf8", 0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** Removes a folder even where a test has taken away its own rights to some of it. */
export async function removeFolder(folder: string): Promise<void> {
  const remove = () => fs.rm(folder, { recursive: true, force: true, maxRetries: 3 });
  try {
    await remove();
  } catch {
    await makeRemovable(folder);
    await remove().catch(() => undefined);
  }
}

async function makeRemovable(folder: string): Promise<void> {
  await fs.chmod(folder, 0o700).catch(() => undefined);
  const entries = await fs.readdir(folder, { withFileTypes: true }).catch(() => []);
  for (const entry of entries) if (entry.isDirectory()) await makeRemovable(join(folder, entry.name));
}
