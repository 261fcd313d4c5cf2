import { readdir, stat } from "node:fs/promises";
import { evidenceFolder, handleInName, readEvidence, type Stored } from "./store.ts";

/** A piece of evidence as a list shows it. */
export interface Listed extends Pick<Stored, "handle" | "kind" | "key" | "madeAt"> {
  /** Bytes of the file. */
  size: number;
}

export interface RecentPage {
  listed: Listed[];
  /** Where the next page begins; absent at the end. */
  next?: string;
}

/**
 * Evidence about a checkout, newest first.
 *
 * @param state the checkout's state folder
 * @param count at most so many
 * @param after `next` of the page before; what is put meanwhile shifts nothing
 */
export async function recentEvidence(state: string, count: number, after?: string): Promise<RecentPage> {
  const files = await newestFirst(evidenceFolder(state));
  const rest = after === undefined ? files : files.filter((file) => file.place < after);
  const page = rest.slice(0, count);
  const listed = await Promise.all(page.map((file) => listing(state, file)));
  const last = page.at(-1);
  return {
    listed: listed.filter((entry) => entry !== undefined),
    ...(last && rest.length > count ? { next: last.place } : {}),
  };
}

interface EvidenceFile {
  handle: string;
  size: number;
  /** Sorts by time and, at the same moment, by handle. */
  place: string;
}

async function newestFirst(folder: string): Promise<EvidenceFile[]> {
  const names = await readdir(folder).catch(() => []);
  const files = await Promise.all(names.map((name) => evidenceFile(folder, name)));
  return files.filter((file) => file !== undefined).toSorted((a, b) => (a.place < b.place ? 1 : -1));
}

async function evidenceFile(folder: string, name: string): Promise<EvidenceFile | undefined> {
  const handle = handleInName(name);
  const stats = handle && (await stat(`${folder}/${name}`).catch(() => undefined));
  if (!handle || !stats) return undefined;
  return { handle, size: stats.size, place: `${Math.trunc(stats.mtimeMs).toString().padStart(15, "0")}-${handle}` };
}

async function listing(state: string, { handle, size }: EvidenceFile): Promise<Listed | undefined> {
  const stored = await readEvidence(state, handle);
  return stored && { handle, kind: stored.kind, key: stored.key, madeAt: stored.madeAt, size };
}
