import { statSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod/mini";
import { readTextSync } from "../kernel/files.ts";

const LastFailed = z.record(z.string(), z.boolean());

/** A cache that is older than this tells of some earlier run. */
const FRESH = 10 * 60 * 1000;

/**
 * Node ids that pytest's own cache lists as failed in its latest run, relative to the rootdir.
 * Empty where the cache is off, old or unreadable.
 *
 * @param folders possible rootdirs; the first one with a fresh cache counts
 * @param now milliseconds since the epoch
 */
export function lastFailed(folders: readonly string[], now: number): string[] {
  for (const folder of folders) {
    const file = join(folder, ".pytest_cache", "v", "cache", "lastfailed");
    const written = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    if (now - written > FRESH) continue;
    const text = readTextSync(file);
    try {
      return Object.keys(z.parse(LastFailed, JSON.parse(text ?? "{}")));
    } catch {
      return [];
    }
  }
  return [];
}
