import { open, rename, writeFile } from "node:fs/promises";
import type { SessionResult } from "./session-result.ts";

/** `results.jsonl`: one line for each session. */
export interface ResultsFile {
  /** Adds a result, so that it is there whatever happens next. */
  add(result: SessionResult): void;
  /** Puts all results in the order of the matrix. */
  close(inOrder: readonly SessionResult[]): Promise<void>;
}

/**
 * Begins the file anew. Results are added as they come, and in the end the whole is put in order by a rename, so that two
 * runs leave the same bytes.
 */
export async function openResults(path: string): Promise<ResultsFile> {
  const file = await open(path, "w");
  let written = Promise.resolve();
  return {
    add: (result) => {
      written = written.then(() => file.appendFile(line(result)));
      // Told by close.
      written.catch(() => undefined);
    },
    close: async (inOrder) => {
      await written.finally(() => file.close());
      await writeFile(`${path}.part`, inOrder.map(line).join(""));
      await rename(`${path}.part`, path);
    },
  };
}

function line(result: SessionResult): string {
  return `${JSON.stringify(result)}\n`;
}
