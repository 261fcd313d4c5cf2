import { chmod, readFile, realpath, rename, rm, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { isMissing, makeFolder } from "./files.ts";

/** The text of a file, or undefined where there is none. */
export async function readTextIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/**
 * Replaces a file in one step: a reader sees the old bytes or the new ones, never a part.
 * A symlink is followed, and the mode of the file that was there is kept.
 */
export async function writeAtomic(path: string, content: string | Uint8Array): Promise<void> {
  const target = await realpath(path).catch(() => path);
  makeFolder(dirname(target));
  const temporary = join(
    dirname(target),
    `.${basename(target)}.${process.pid}.${Math.random().toString(36).slice(2)}.tmp`,
  );
  const mode = await modeOf(target);
  try {
    await writeFile(temporary, content, { flag: "wx" });
    if (mode !== undefined) await chmod(temporary, mode);
    await rename(temporary, target);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

async function modeOf(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).mode & 0o7777;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}
