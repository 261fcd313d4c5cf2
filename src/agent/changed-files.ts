import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { formatPatch, structuredPatch } from "diff";
import { isMissing } from "../kernel/files.ts";

/** What the files that an agent edits held before. */
export class ChangedFiles {
  readonly #repo: string;
  readonly #originals = new Map<string, string | undefined>();

  /** @param repo root that the paths are relative to */
  constructor(repo: string) {
    this.#repo = repo;
  }

  /** Whether anything was edited; it may be as before again. */
  get any(): boolean {
    return this.#originals.size > 0;
  }

  /** Has to be called before a file is written; `text` undefined where there is none yet. */
  remember(path: string, text: string | undefined): void {
    if (!this.#originals.has(path)) this.#originals.set(path, text);
  }

  /** The difference as git takes it, and the files in it, in the order of their paths. */
  async diff(): Promise<{ diff: string; files: string[] }> {
    const files: string[] = [];
    let diff = "";
    for (const [path, before] of [...this.#originals].sort(([left], [right]) => (left < right ? -1 : 1))) {
      const after = await textOf(join(this.#repo, path));
      if (after === before) continue;
      files.push(path);
      diff += patchOf(path, before, after);
    }
    return { diff, files };
  }
}

function patchOf(path: string, before: string | undefined, after: string | undefined): string {
  const patch = structuredPatch(`a/${path}`, `b/${path}`, before ?? "", after ?? "", undefined, undefined, {
    context: 3,
  });
  const isCreate = before === undefined;
  const isDelete = after === undefined;
  return formatPatch({
    ...patch,
    isGit: true,
    oldFileName: isCreate ? "/dev/null" : patch.oldFileName,
    newFileName: isDelete ? "/dev/null" : patch.newFileName,
    ...(isCreate ? { isCreate, newMode: "100644" } : {}),
    ...(isDelete ? { isDelete, oldMode: "100644" } : {}),
  });
}

async function textOf(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}
