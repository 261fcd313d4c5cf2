import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { dirname, relative, resolve, sep } from "node:path";

/** The text of a file, or undefined where there is none. Synchronous: a hook call waits for nothing else. */
export function readTextSync(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** Makes a folder and those above it. Node's `recursive` never ends below /proc, where nothing can be made. */
export function makeFolder(path: string, mode?: number): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path), mode);
  try {
    mkdirSync(path, mode);
  } catch (error) {
    // Another process made it meanwhile.
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}

/** Whether `path` is `folder` itself or lies below it, by name alone (resolve symlinks first where that matters). */
export function isInside(folder: string, path: string): boolean {
  const way = relative(resolve(folder), resolve(path));
  return way === "" || (way !== ".." && !way.startsWith(`..${sep}`) && !way.startsWith(sep));
}

/** Whether a file system call failed because the thing, or a folder on the way to it, is not there. */
export function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR");
}
