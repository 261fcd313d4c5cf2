import { createHash } from "node:crypto";
import { lstat, mkdir, mkdtemp, readdir, readFile, readlink, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { execa } from "execa";
import { onTestFinished } from "vitest";
import { type ProbeRequest, type ProbeRun, runProbe } from "../../src/probe/run.ts";

export const probeDir = fileURLToPath(new URL("../../python-probe/src", import.meta.url));

/** A folder of files that goes away with the test. */
export async function project(files: Record<string, string>): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "faultline-probe-")));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  return folder;
}

/** The environment of a plain shell, without what this test run itself sets. */
export function shellEnv(more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  const { PATH, HOME, XDG_STATE_HOME } = process.env;
  return { PATH, HOME, XDG_STATE_HOME, LANG: "C.UTF-8", ...more };
}

export function probe(python: string, cwd: string, request: Partial<ProbeRequest> = {}): Promise<ProbeRun> {
  return runProbe({
    argv: [python, "-m", "pytest"],
    args: [],
    nodeIds: [],
    cwd,
    env: shellEnv(),
    mode: "trace",
    probeDir,
    deadline: 60_000,
    ...request,
  });
}

/** Every file, folder and link below a folder, with digests: equal only where nothing was touched. */
export async function snapshot(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const seen: Record<string, string> = {};
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name);
    const { mode, mtimeMs } = await lstat(path);
    const content = entry.isFile()
      ? createHash("sha256")
          .update(await readFile(path))
          .digest("hex")
      : "";
    const target = entry.isSymbolicLink() ? await readlink(path) : "";
    seen[relative(folder, path)] = [mode.toString(8), entry.isDirectory() ? "" : mtimeMs, content, target].join(" ");
  }
  return seen;
}

export async function gitInit(folder: string): Promise<void> {
  const git = (...args: string[]) =>
    execa("git", ["-c", "user.name=t", "-c", "user.email=t@example.org", ...args], { cwd: folder });
  await git("init", "-q");
  await git("add", "-A");
  await git("commit", "-qm", "start");
}

/** Outcome of each test by a plain run, in the words that a record uses, from pytest's own summary. */
export async function plainOutcomes(python: string, cwd: string, args: string[]): Promise<Record<string, string>> {
  const { stdout } = await execa(python, ["-m", "pytest", "-rA", ...args], {
    cwd,
    env: shellEnv({ PYTHONDONTWRITEBYTECODE: "1" }),
    extendEnv: false,
    reject: false,
  });
  const words: Record<string, string> = { PASSED: "passed", FAILED: "failed", ERROR: "failed", XFAIL: "xfailed" };
  const found = [...stdout.matchAll(/^(PASSED|FAILED|ERROR|XFAIL) (\S+::.*?)(?: - .*)?$/gm)];
  return Object.fromEntries(found.map(([, word = "", id = ""]) => [id, words[word] ?? word]));
}

/** The worst outcome of each test over its phases. */
export function recordedOutcomes(run: ProbeRun): Record<string, string> {
  const outcomes: Record<string, string> = {};
  for (const { nodeId, phase, outcome } of run.record?.outcomes ?? []) {
    if (phase === "call" || outcome !== "passed") outcomes[nodeId] = outcome;
  }
  return outcomes;
}
