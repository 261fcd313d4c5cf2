import { cp, mkdir, mkdtemp, realpath, rename, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isThere, mustRun, once, root } from "./tools.ts";

/** Enough files and lines to be no small repository for the default silence rules. */
const FILLERS = { files: 120, lines: 100 };

/** A fresh copy of the parcels project as a git repository with one commit, and with pytest and uv in its `.venv`. */
export async function makeProject(options: { big?: boolean; name?: string } = {}): Promise<string> {
  const parent = await realpath(await mkdtemp(join(tmpdir(), "project-")));
  // A space, as in many a user's path.
  const project = join(parent, options.name ?? "my parcels");
  await cp(join(root, "test/e2e/parcels"), project, {
    recursive: true,
    filter: (path) => !path.endsWith("__pycache__"),
  });
  await rename(join(project, "gitignore"), join(project, ".gitignore"));
  if (options.big ?? true) await fill(join(project, "parcels/tables"));
  await symlink(await pythonEnvironment(), join(project, ".venv"));
  await git(project, "init", "--quiet", "--initial-branch=main");
  await commitAll(project, "Start");
  return project;
}

/** Commits whatever is new or changed. */
export async function commitAll(project: string, message: string): Promise<void> {
  await git(project, "add", "--all");
  await git(project, "-c", "user.name=Dev", "-c", "user.email=dev@example.org", "commit", "--quiet", "-m", message);
}

/** What `git status` tells of a project that differs from its last commit, ignored files included; "" when clean. */
export async function leftovers(project: string): Promise<string> {
  return git(project, "status", "--porcelain", "--ignored", "--untracked-files=all");
}

async function git(cwd: string, ...args: string[]): Promise<string> {
  return mustRun(["git", ...args], { cwd, env: { ...process.env, GIT_CONFIG_GLOBAL: "/dev/null" } });
}

async function fill(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const names = Array.from({ length: FILLERS.files }, (_, n) => `postcodes_${String(n).padStart(3, "0")}.py`);
  await Promise.all(
    names.map((name, n) => {
      const lines = Array.from({ length: FILLERS.lines - 2 }, (_, m) => `    "${10000 + n * 100 + m}": ${m},`);
      return writeFile(join(folder, name), ["DEPOTS = {", ...lines, "}", ""].join("\n"));
    }),
  );
}

/** A virtual environment with pytest and uv, made once with the machine's python3. */
export const pythonEnvironment = once(async () => {
  const folder = join(root, "node_modules/.cache/faultline/e2e-python");
  if (await isThere(join(folder, "ready"))) return folder;
  await mustRun(["python3", "-m", "venv", "--clear", folder]);
  await mustRun([join(folder, "bin/python"), "-m", "pip", "install", "--quiet", "pytest", "uv"]);
  await writeFile(join(folder, "ready"), "");
  return folder;
});
