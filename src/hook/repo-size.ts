import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod/mini";
import { readTextSync } from "../kernel/files.ts";
import { isProjectPath, walkPython } from "../kernel/repo.ts";
import { writeState } from "../kernel/state.ts";

const RECOUNT_AFTER = 24 * 60 * 60 * 1000;
/** Beyond this many lines nobody asks for more: the count stops. */
const ENOUGH_LINES = 1_000_000;

const Size = z.object({ files: z.number(), lines: z.number(), countedAt: z.number() });

/** Python files under version control and their lines; `lines` may be capped once large. */
export type RepoSize = z.infer<typeof Size>;

/**
 * How large a repository is, from a count that is remembered in its state folder for a day,
 * so that a hook call does not pay for it again.
 */
export async function repoSize(root: string, state: string, env: NodeJS.ProcessEnv, now: number): Promise<RepoSize> {
  const file = join(state, "size.json");
  const remembered = parseSize(readTextSync(file));
  if (remembered && now - remembered.countedAt < RECOUNT_AFTER) return remembered;
  const size = await count(root, env, now);
  writeState(file, JSON.stringify(size));
  return size;
}

/** Whether a repository is below the size from which Faultline speaks. */
export function isSmall(size: RepoSize, { minFiles, minLines }: { minFiles: number; minLines: number }): boolean {
  return size.files < minFiles || size.lines < minLines;
}

function parseSize(text: string | undefined): RepoSize | undefined {
  if (text === undefined) return undefined;
  try {
    return z.parse(Size, JSON.parse(text));
  } catch {
    return undefined;
  }
}

async function count(root: string, env: NodeJS.ProcessEnv, now: number): Promise<RepoSize> {
  const files = (await trackedPython(root, env)) ?? [...walkPython(root)];
  let lines = 0;
  for (const file of files) {
    if (lines >= ENOUGH_LINES) break;
    for (const byte of bytesOf(file)) if (byte === 10) lines++;
  }
  return { files: files.length, lines, countedAt: now };
}

function bytesOf(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch {
    return Buffer.alloc(0);
  }
}

/** Python files that git tracks, absolute; undefined where git does not answer. */
async function trackedPython(root: string, env: NodeJS.ProcessEnv): Promise<string[] | undefined> {
  // Loaded only for a count: the usual call finds a remembered one.
  const { run } = await import("../kernel/process.ts");
  const listed = await run({
    argv: ["git", "ls-files", "-z", "--", "*.py"],
    cwd: root,
    env: { PATH: env["PATH"], HOME: env["HOME"], GIT_OPTIONAL_LOCKS: "0" },
    deadline: 5000,
    outputCap: 50_000_000,
  });
  if (listed.ended !== "exited" || listed.exitCode !== 0) return undefined;
  const paths = listed.stdout.split("\0").filter(Boolean);
  // Not what Faultline itself put below .claude, nor what was vendored: the same as a walk would find.
  return paths.map((path) => join(root, path)).filter((path) => isProjectPath(root, path));
}
