import { mkdir } from "node:fs/promises";
import { must } from "../shell.ts";

/** A file that an agent changed. */
export interface ChangedFile {
  path: string;
  how: "added" | "changed" | "deleted";
}

/** What a checkout was before the agent came, kept where the agent cannot change it. */
export interface Baseline {
  /** What is different in the checkout now; what its version control ignores and is new does not count. */
  changes(): Promise<ChangedFile[]>;
  /** The difference in some files, as `git apply` takes it. */
  patch(paths: readonly string[]): Promise<string>;
}

/** What the client, the arms and test runs put into a checkout: none of the agent's work. */
const NOT_ITS_WORK = [
  ...[".claude", ".mcp.json", "CLAUDE.md"].map((name) => `:(exclude,top)${name}`),
  ...["__pycache__/**", "*.pyc", ".pytest_cache/**"].map((name) => `:(exclude,glob,top)**/${name}`),
];

/**
 * Remembers a checkout as it is now. The repository for that lies outside of it, so that nothing which an agent does to
 * the checkout's own changes what is seen.
 *
 * @param folder where the repository is made
 */
export async function rememberBaseline(checkout: string, folder: string, env: NodeJS.ProcessEnv): Promise<Baseline> {
  await mkdir(folder, { recursive: true });
  const git = (...args: string[]) =>
    must(["git", `--git-dir=${folder}/git`, `--work-tree=${checkout}`, "-c", "core.quotePath=false", ...args], {
      cwd: checkout,
      env: { ...env, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1" },
    });
  await git("init", "-q");
  await git("add", "--all", "--force", "--", ".", ":(exclude,top).git");
  await git(...AS_NOBODY, "commit", "-q", "--allow-empty", "-m", "before");
  const diff = async (...args: string[]) => {
    await git("add", "--all");
    return git("diff", "--cached", "--no-renames", "--no-ext-diff", "--no-textconv", ...args);
  };
  return {
    changes: async () => {
      const text = await diff("--name-status", "-z", "--", ".", ...NOT_ITS_WORK);
      const words = text.split("\0");
      return Array.from({ length: Math.floor(words.length / 2) }, (_, n) => ({
        how: HOW[words[2 * n] ?? ""] ?? "changed",
        path: words[2 * n + 1] ?? "",
      }));
    },
    patch: async (paths) =>
      paths.length === 0 ? "" : diff("--binary", "--no-color", "--", ...paths.map((path) => `:(literal,top)${path}`)),
  };
}

/** Who commits, and when, so that two commits of the same files are the same. */
export const AS_NOBODY = ["-c", "user.name=Dev", "-c", "user.email=dev@example.org"] as const;

const HOW: Record<string, ChangedFile["how"]> = { A: "added", D: "deleted" };
