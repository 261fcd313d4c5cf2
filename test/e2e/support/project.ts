import { createHash } from "node:crypto";
import { cp, mkdir, mkdtemp, readFile, realpath, rename, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isThere, mustRun, once, root } from "./tools.ts";

export interface ProjectOptions {
  /** The name of its folder. */
  name?: string;
  /** Further modules, each of that many lines; as a rule enough to be no small repository. */
  fillers?: { files: number; lines: number };
}

const MANY = { files: 120, lines: 100 };

/** A fresh copy of the parcels project as a git repository with one commit, and with pytest and uv in its `.venv`. */
export async function makeProject(options: ProjectOptions = {}): Promise<string> {
  const parent = await realpath(await mkdtemp(join(tmpdir(), "project-")));
  // A space, as in many a user's path.
  const project = join(parent, options.name ?? "my parcels");
  await cp(join(root, "test/e2e/parcels"), project, {
    recursive: true,
    filter: (path) => !path.endsWith("__pycache__"),
  });
  await rename(join(project, "gitignore"), join(project, ".gitignore"));
  await fill(join(project, "parcels/tables"), options.fillers ?? MANY);
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

/** The files of a project, but its `.venv`, that are not in its last commit as they are: ignored ones too, with digests. */
export async function leftovers(project: string): Promise<string[]> {
  const status = await git(project, "status", "--porcelain=v1", "-z", "--ignored", "--untracked-files=all");
  const files = status.split("\0").filter((entry) => entry !== "" && entry !== "!! .venv");
  files.sort();
  return Promise.all(files.map(async (entry) => `${entry} ${await digest(join(project, entry.slice(3)))}`));
}

/** Byte code holds the time of its source, so that only its place and size can be compared; a folder has no content. */
async function digest(path: string): Promise<string> {
  const info = await stat(path);
  if (!info.isFile()) return "";
  if (path.endsWith(".pyc")) return `${info.size} bytes`;
  return createHash("sha256")
    .update(await readFile(path))
    .digest("hex");
}

async function git(cwd: string, ...args: string[]): Promise<string> {
  return mustRun(["git", ...args], { cwd, env: { ...process.env, GIT_CONFIG_GLOBAL: "/dev/null" } });
}

async function fill(folder: string, { files, lines }: { files: number; lines: number }): Promise<void> {
  await mkdir(folder, { recursive: true });
  const names = Array.from({ length: files }, (_, n) => `postcodes_${String(n).padStart(3, "0")}.py`);
  await Promise.all(
    names.map((name, n) => {
      const rows = Array.from({ length: lines - 2 }, (_, m) => `    "${10000 + n * 100 + m}": ${m},`);
      return writeFile(join(folder, name), ["DEPOTS = {", ...rows, "}", ""].join("\n"));
    }),
  );
}

const PACKAGES = ["pytest", "pytest-cov", "pytest-xdist", "uv"];

/** A virtual environment with pytest and what the tests use beside it, made once with the machine's python3. */
export const pythonEnvironment = once(async () => {
  const folder = join(root, "node_modules/.cache/faultline/e2e-python");
  const ready = join(folder, `ready-${PACKAGES.join("-")}`);
  if (await isThere(ready)) return folder;
  await mustRun(["python3", "-m", "venv", "--clear", folder]);
  await mustRun([join(folder, "bin/python"), "-m", "pip", "install", "--quiet", ...PACKAGES]);
  await writeFile(ready, "");
  return folder;
});
