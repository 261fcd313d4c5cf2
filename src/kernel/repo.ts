import { type Dirent, existsSync, readdirSync, realpathSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { isInside } from "./files.ts";

/** Folders that hold other people's code, or none. */
const FOREIGN = new Set([
  "site-packages",
  "dist-packages",
  "node_modules",
  "__pycache__",
  "venv",
  "env",
  "build",
  "__pypackages__",
]);

/** A path without symlinks; undefined where there is nothing. Synchronous, as a hook call waits for nothing else. */
export function realPath(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch {
    return undefined;
  }
}

/** The root of the checkout that `folder` lies in (a worktree counts as one); `folder` itself outside any. */
export function repoRoot(folder: string): string {
  const start = realPath(folder) ?? resolve(folder);
  for (let here = start; ; here = dirname(here)) {
    if (existsSync(join(here, ".git"))) return here;
    if (dirname(here) === here) return start;
  }
}

/**
 * Whether a file is the project's own code by where it lies: below the root, in no folder of installed packages,
 * and in no hidden folder.
 */
export function isProjectPath(root: string, path: string): boolean {
  if (!isInside(root, path)) return false;
  const folders = relative(root, path).split(sep).slice(0, -1);
  return !folders.some((name) => FOREIGN.has(name) || name.startsWith("."));
}

/** Whether a project file is part of the tests rather than of what they test. */
export function isTestPath(root: string, path: string): boolean {
  const parts = relative(root, path).split(sep);
  const name = parts.at(-1) ?? "";
  if (/^test_.*\.py$|_test\.py$|^conftest\.py$|^tests?\.py$/.test(name)) return true;
  return parts.slice(0, -1).some((folder) => folder === "tests" || folder === "test" || folder === "testing");
}

/** Every `.py` file of the project, found by walking; for where git cannot tell. Absolute paths. */
export function* walkPython(root: string): Generator<string> {
  for (const path of walkProject(root)) if (path.endsWith(".py")) yield path;
}

/** Every file of the project, found by walking; symlinks are not followed. Absolute paths. */
export function* walkProject(folder: string): Generator<string> {
  for (const entry of entriesOf(folder)) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      if (!FOREIGN.has(entry.name) && !entry.name.startsWith(".")) yield* walkProject(path);
    } else if (entry.isFile()) {
      yield path;
    }
  }
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
