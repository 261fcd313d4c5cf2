import { run } from "../kernel/process.ts";

/** Milliseconds; a repository in which git takes longer is treated as one without git. */
const patience = 10_000;

/**
 * Files that differ from the last commit, and new ones that are not ignored, relative to the checkout; undefined
 * where git does not answer: it is no repository, has no commit, or there is no git.
 */
export async function changedSinceCommit(repo: string, env: NodeJS.ProcessEnv): Promise<string[] | undefined> {
  const tracked = await git(repo, env, ["diff", "--name-only", "--no-renames", "--relative", "-z", "HEAD", "--", "."]);
  if (tracked === undefined) return undefined;
  const fresh = await git(repo, env, ["ls-files", "--others", "--exclude-standard", "-z", "--", "."]);
  return [...new Set(`${tracked}\0${fresh ?? ""}`.split("\0").filter(Boolean))].sort();
}

/** The text of a file as it is in the last commit; undefined where there is none. */
export function committedText(repo: string, env: NodeJS.ProcessEnv, path: string): Promise<string | undefined> {
  return git(repo, env, ["show", `HEAD:./${path}`]);
}

async function git(repo: string, env: NodeJS.ProcessEnv, words: readonly string[]): Promise<string | undefined> {
  const result = await run({
    argv: ["git", "--no-pager", "-c", "core.fsmonitor=false", "-c", "diff.external=", ...words],
    cwd: repo,
    // Variables such as GIT_DIR would lead elsewhere.
    env: { PATH: env["PATH"], HOME: env["HOME"], GIT_OPTIONAL_LOCKS: "0" },
    deadline: patience,
    outputCap: 5_000_000,
  });
  return result.ended === "exited" && result.exitCode === 0 ? result.stdout : undefined;
}
