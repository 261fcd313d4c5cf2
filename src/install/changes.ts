import { chmod, lstat, readFile, readlink, realpath, rm, rmdir, stat } from "node:fs/promises";
import { dirname, parse, resolve } from "node:path";
import { FaultlineError } from "../kernel/errors.ts";
import { isInside, isMissing } from "../kernel/files.ts";
import { writeAtomic } from "../kernel/user-files.ts";

/** One file that is to be written or removed. */
export interface Change {
  path: string;
  /** The bytes that the plan was made for; undefined for no file. */
  before: Buffer | undefined;
  /** The bytes that are to be there; undefined for no file. */
  after: Buffer | undefined;
  /** Wanted mode; undefined keeps the one that is there. */
  mode: number | undefined;
  /** The mode that is there already. */
  modeBefore: number | undefined;
}

/** The file system as `applyChanges` needs it; tests put failures in its place. */
export interface FileIo {
  read(path: string): Promise<Buffer | undefined>;
  write(path: string, bytes: Buffer, mode: number | undefined): Promise<void>;
  remove(path: string): Promise<void>;
}

export const fileIo: FileIo = { read: readIfThere, write, remove: (path) => rm(path) };

/** Somebody else wrote one of the files while the change was being made. */
export class Conflict extends Error {}

/** A change of one file to new bytes; undefined where it has them already. */
export async function planFile(path: string, after: Buffer | undefined, mode?: number): Promise<Change | undefined> {
  const before = await readIfThere(path);
  const modeBefore = before && (await stat(path)).mode & 0o777;
  const same = before !== undefined && after !== undefined ? before.equals(after) : before === after;
  const sameMode = mode === undefined || after === undefined || ((modeBefore ?? 0) & 0o111) === (mode & 0o111);
  return same && sameMode ? undefined : { path, before, after, mode, modeBefore };
}

/**
 * Carries changes out in their order. When one fails, those before it are taken back, so that the files are all as
 * they were.
 *
 * @throws Conflict when a file is not what the plan was made for
 * @throws FaultlineError `not-writable` that names the file
 */
export async function applyChanges(changes: readonly Change[], io: FileIo = fileIo): Promise<void> {
  const done: Change[] = [];
  for (const change of changes) {
    try {
      const now = await io.read(change.path);
      if (!sameBytes(now, change.before)) throw new Conflict(change.path);
      if (change.after === undefined) await io.remove(change.path);
      else await io.write(change.path, change.after, change.mode);
      done.push(change);
    } catch (error) {
      await takeBack(done, io);
      throw error instanceof Conflict ? error : describe(change.path, error);
    }
  }
}

async function takeBack(done: Change[], io: FileIo): Promise<void> {
  for (const change of done.reverse()) {
    if (change.before === undefined) {
      await io.remove(change.path).catch(ignore);
      await removeEmptyFolders(dirname(change.path), parse(change.path).root);
    } else {
      await io.write(change.path, change.before, change.modeBefore).catch(ignore);
    }
  }
}

/** Removes `folder` and its parents as long as they are empty, up to but without `top`. */
export async function removeEmptyFolders(folder: string, top: string): Promise<void> {
  for (let here = folder; here !== top && isInside(top, here); here = dirname(here)) {
    try {
      await rmdir(here);
    } catch {
      return;
    }
  }
}

/** The bytes of a file; undefined where there is none. A folder, or what may not be read, is an error that names it. */
export async function readIfThere(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path);
  } catch (error) {
    if (isMissing(error) && !(error as NodeJS.ErrnoException).code?.includes("NOTDIR")) return undefined;
    throw describe(path, error);
  }
}

/** What kept a file from being read or written, with its name. */
export function describe(path: string, error: unknown): FaultlineError {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const why = REASONS[code] ?? (error instanceof Error ? error.message : String(error));
  return new FaultlineError("not-writable", `${path}: ${why}${code && REASONS[code] ? ` (${code})` : ""}`, {
    hint: "nothing was changed",
    cause: error,
  });
}

const REASONS: Record<string, string> = {
  EACCES: "no permission",
  EPERM: "no permission",
  EROFS: "read-only file system",
  ENOSPC: "no space left on the device",
  EISDIR: "is a folder",
  ENOTDIR: "a file is in the place of one of its folders",
  ELOOP: "a symlink that leads to itself",
};

async function write(path: string, bytes: Buffer, mode: number | undefined): Promise<void> {
  await writeAtomic(await throughDanglingLinks(path), bytes);
  if (mode !== undefined) await chmod(path, mode);
}

/** Where a symlink leads although nothing is there yet: the file is to be made there, not in the link's place. */
async function throughDanglingLinks(path: string, depth = 0): Promise<string> {
  const found = await lstat(path).catch(ignore);
  if (!found?.isSymbolicLink() || depth > 20) return path;
  const folder = await realpath(dirname(path));
  return throughDanglingLinks(resolve(folder, await readlink(path)), depth + 1);
}

function sameBytes(a: Buffer | undefined, b: Buffer | undefined): boolean {
  return a === undefined || b === undefined ? a === b : a.equals(b);
}

function ignore(): undefined {
  return undefined;
}
