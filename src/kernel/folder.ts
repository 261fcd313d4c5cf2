import { mkdtempSync, rmdirSync } from "node:fs";
import { join } from "node:path";
import { describeError, FaultlineError } from "./errors.ts";
import { makeFolder } from "./files.ts";

/**
 * Makes a folder that the user named, and looks whether anything can be made in it.
 *
 * @param option what it was named with, such as "--out"
 * @throws FaultlineError `bad-request` where nothing can be written there
 */
export function usableFolder(option: string, path: string): void {
  try {
    makeFolder(path);
    rmdirSync(mkdtempSync(join(path, ".writable-")));
  } catch (cause) {
    throw new FaultlineError("bad-request", `${option} ${path}: ${why(cause)}`, {
      hint: `name another ${option}`,
      cause,
    });
  }
}

function why(error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "ENOTDIR") return "a file is in the way";
  if (code === "ENOENT" || code === "EACCES" || code === "EPERM" || code === "EROFS")
    return "nothing can be written there";
  return describeError(error);
}
