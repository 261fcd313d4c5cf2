import { linkSync, rmSync, statSync, writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { FaultlineError } from "../kernel/errors.ts";
import { readTextSync } from "../kernel/files.ts";
import { isRunning } from "../kernel/is-running.ts";

/** Milliseconds for an earlier proxy to end: clients start a server again before the old one has quite gone. */
const PATIENCE = 6000;
const PAUSE = 50;

/**
 * Keeps other proxies from an events file, where sessions must not mix, by a file `PATH.lock` beside it with our process
 * id. One that a killed process left does not count.
 *
 * @returns what gives the file free again
 * @throws FaultlineError `bad-request` where another process has it
 */
export async function lockEvents(path: string, patienceMs: number = PATIENCE): Promise<() => void> {
  const lock = `${path}.lock`;
  if (isDevice(path)) return () => undefined;
  for (let waited = 0; ; waited += PAUSE) {
    const taken = take(lock);
    if (taken !== undefined) return taken ? () => rmSync(lock, { force: true }) : () => undefined;
    const owner = ownerOf(lock);
    if (owner === undefined) rmSync(lock, { force: true });
    else if (waited >= patienceMs) {
      throw new FaultlineError("bad-request", `--events ${path}: in use by process ${owner}`, {
        hint: `give each proxy a file of its own, or remove ${lock} if that process is none`,
      });
    } else await sleep(PAUSE);
  }
}

/** Whether the lock is ours now; undefined where there is one, false where none can be made. */
function take(lock: string): boolean | undefined {
  const own = `${lock}.${process.pid}`;
  try {
    // By a link it is there with its content or not at all.
    writeFileSync(own, `${process.pid}\n`);
    linkSync(own, lock);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EEXIST" ? undefined : false;
  } finally {
    rmSync(own, { force: true });
  }
}

/** The process that has a lock; undefined where it has gone. */
function ownerOf(lock: string): number | undefined {
  const owner = Number(readTextSync(lock) ?? "");
  if (owner === process.pid || !Number.isSafeInteger(owner) || owner < 1) return undefined;
  return isRunning(owner) ? owner : undefined;
}

function isDevice(path: string): boolean {
  const file = statSync(path, { throwIfNoEntry: false });
  return file !== undefined && !file.isFile();
}
