import { lstatSync, readFileSync, realpathSync, statSync } from "node:fs";
import { join } from "node:path";
import { isInside } from "../kernel/files.ts";
import { run } from "../kernel/process.ts";
import { isProjectPath, walkProject } from "../kernel/repo.ts";
import type { Engine } from "./engine.ts";

/** Files that are made to hold secrets; who searches for code does not look for them. */
const secretFile =
  /^(?:\.env(?:\..*)?|\.(?:netrc|pypirc|npmrc|pgpass|htpasswd|git-credentials)|id_(?:rsa|dsa|ecdsa|ed25519).*|.*\.(?:pem|key|p12|pfx|jks|keystore|kdbx))$/i;

/**
 * The project's own files: what git tracks or would track, else all but hidden folders and folders of installed
 * packages. A symlink counts where it leads to a file of the project.
 *
 * @param deadline milliseconds for git
 */
export async function projectPaths(engine: Engine, deadline: number, signal?: AbortSignal): Promise<string[]> {
  const { repo } = engine;
  const paths = (await askGit(engine, deadline, signal)) ?? [...walkProject(repo)];
  return paths.filter((path) => isProjectPath(repo, path) && !secretFile.test(path.slice(path.lastIndexOf("/") + 1)));
}

/**
 * The text of a project file; undefined for what is no file, is no text, is larger than `limit` bytes, or leads out of
 * the project. Synchronous: for thousands of small files that takes a fraction of the time.
 */
export function projectText(repo: string, path: string, limit: number): string | undefined {
  try {
    if (lstatSync(path).isSymbolicLink()) {
      const target = realpathSync(path);
      if (!isInside(repo, target) || !isProjectPath(repo, target)) return undefined;
    }
    const stats = statSync(path);
    if (!stats.isFile() || stats.size > limit) return undefined;
    const content = readFileSync(path);
    return content.subarray(0, 8000).includes(0) ? undefined : content.toString("utf8");
  } catch {
    return undefined;
  }
}

async function askGit({ repo, env }: Engine, deadline: number, signal?: AbortSignal): Promise<string[] | undefined> {
  const listed = await run({
    // The checkout's own configuration may name a program as its file system monitor.
    argv: ["git", "-c", "core.fsmonitor=false", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
    cwd: repo,
    env: { PATH: env["PATH"], HOME: env["HOME"], GIT_OPTIONAL_LOCKS: "0" },
    deadline,
    outputCap: 50_000_000,
    ...(signal && { signal }),
  });
  if (listed.ended !== "exited" || listed.exitCode !== 0) return undefined;
  return [...new Set(listed.stdout.split("\0").filter(Boolean))].map((path) => join(repo, path));
}
