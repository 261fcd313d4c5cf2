import { randomBytes } from "node:crypto";
import { link, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { FaultlineError } from "../kernel/errors.ts";
import { makeFolder } from "../kernel/files.ts";
import { isRunning } from "../kernel/is-running.ts";
import { describe, removeEmptyFolders } from "./changes.ts";

const PATIENCE = 30_000;
/** An installation takes about a second: a lock of this age was left behind. */
const STALE = 120_000;

/** Runs `work` while no other installation works on the same folder, which is made for the time if it is not there. */
export async function withLock<T>(folder: string, work: () => Promise<T>): Promise<T> {
  const lock = join(folder, ".faultline-install.lock");
  const token = `${process.pid} ${randomBytes(8).toString("hex")}`;
  await acquire(lock, token);
  try {
    return await work();
  } finally {
    await rm(lock, { force: true });
    await removeEmptyFolders(folder, dirname(folder));
  }
}

async function acquire(lock: string, token: string): Promise<void> {
  const start = Date.now();
  for (;;) {
    try {
      makeFolder(dirname(lock));
      await writeFile(lock, token, { flag: "wx" });
      return;
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code;
      // ENOENT: the one before us removed the empty folder again.
      if (code !== "EEXIST" && code !== "ENOENT") throw describe(dirname(lock), error);
      if (code === "EEXIST" && (await stat(dirname(lock)).catch(() => undefined))?.isDirectory() === false) {
        throw describe(dirname(lock), Object.assign(new Error(), { code: "ENOTDIR" }));
      }
    }
    const stale = await staleToken(lock);
    if (stale !== undefined) await breakLock(lock, stale);
    else if (Date.now() - start > PATIENCE) {
      throw new FaultlineError("not-writable", `${lock}: another installation is at work`, {
        hint: "if none is, remove this file",
      });
    } else await sleep(20 + Math.random() * 30);
  }
}

/** What stands in a lock that nobody holds any more; undefined for one that is held, or none. */
async function staleToken(lock: string): Promise<string | undefined> {
  try {
    const [found, token] = [await stat(lock), await readFile(lock, "utf8")];
    const pid = Number.parseInt(token, 10);
    // An empty lock is being written just now.
    return Date.now() - found.mtimeMs > STALE || (pid > 0 && !isRunning(pid)) ? token : undefined;
  } catch {
    return undefined;
  }
}

/** Takes a stale lock out of the way; one that somebody has renewed in the meantime is put back. */
async function breakLock(lock: string, stale: string): Promise<void> {
  const aside = `${lock}.${randomBytes(6).toString("hex")}`;
  try {
    await rename(lock, aside);
    if ((await readFile(aside, "utf8")) !== stale) await link(aside, lock);
    await rm(aside, { force: true });
  } catch {
    // another one was faster
  }
}
