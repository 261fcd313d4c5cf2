import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";

/** How much evidence about one checkout is kept. */
export interface KeepLimits {
  /** Milliseconds. */
  age: number;
  /** Bytes of all files together; the oldest go first. */
  size: number;
}

const limits: KeepLimits = { age: 30 * 24 * 3_600_000, size: 256 * 1024 * 1024 };

const interval = 10 * 60_000;
const volume = 32 * 1024 * 1024;

const pruned = new Map<string, { at: number; written: number }>();

/** Prunes a folder when it is first written to, then every ten minutes, or after 32 MiB if that is sooner. */
export async function pruneNowAndThen(folder: string, written: number): Promise<void> {
  const now = Date.now();
  const last = pruned.get(folder) ?? { at: 0, written: 0 };
  last.written += written;
  if (now - last.at < interval && last.written < volume) return;
  pruned.set(folder, { at: now, written: 0 });
  await pruneEvidence(folder, limits, now);
}

/**
 * Removes what is too old, and then the oldest until the rest is small enough; also what a writer that was killed left
 * behind. Never throws: others may be pruning, too.
 *
 * @param folder that holds the files
 * @param now milliseconds since the epoch
 */
export async function pruneEvidence(folder: string, { age, size }: KeepLimits, now: number): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  const found = await Promise.all(
    names.filter(isOurs).map(async (name) => {
      const path = join(folder, name);
      const stats = await stat(path).catch(() => undefined);
      return stats && { path, size: stats.size, time: stats.mtimeMs, unfinished: name.endsWith(".tmp") };
    }),
  );
  const newestFirst = found.filter((file) => file !== undefined).toSorted((a, b) => b.time - a.time);
  let kept = 0;
  for (const file of newestFirst) {
    kept += file.size;
    const over = file.unfinished ? now - file.time > interval : now - file.time > age || kept > size;
    if (over) await rm(file.path, { force: true }).catch(() => undefined);
  }
}

function isOurs(name: string): boolean {
  return /^(?:ev_[0-9a-f]{12}\.json|latest-[0-9a-f]{16}\.json|\.[0-9a-f]{16}\.tmp)$/.test(name);
}
