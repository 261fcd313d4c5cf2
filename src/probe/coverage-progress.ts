import { promises as fs } from "node:fs";

const interval = 500;

/**
 * Calls `onTest` while a run goes on, each time that more tests have ended.
 *
 * @param record where outcomes are written
 * @param coverage where the number of collected tests is written
 * @returns ends it
 */
export function followTests(
  record: string,
  coverage: string,
  onTest: (done: number, total: number | undefined) => void,
): () => void {
  const outcomes = new Tail(record);
  const collected = new Tail(coverage);
  let done = 0;
  let total: number | undefined;
  let busy = false;
  const look = async () => {
    const before = done;
    // A test has ended when its tear-down has; what is cut at the end of a piece is told with the next one.
    for (const line of await outcomes.lines()) if (line.includes('"phase":"teardown"')) done += 1;
    if (total === undefined) total = collectedTests(await collected.lines());
    if (done !== before) onTest(done, total);
  };
  const timer = setInterval(() => {
    if (busy) return;
    busy = true;
    look()
      .catch(() => undefined)
      .finally(() => {
        busy = false;
      });
  }, interval);
  return () => clearInterval(timer);
}

function collectedTests(lines: readonly string[]): number | undefined {
  const line = lines.find((each) => each.startsWith('{"type":"collected"'));
  const found = /"tests":(\d+)/.exec(line ?? "")?.[1];
  return found === undefined ? undefined : Number(found);
}

/** What is added to a file. */
class Tail {
  readonly #file: string;
  #position = 0;
  #rest = "";

  constructor(file: string) {
    this.#file = file;
  }

  /** Whole lines that were added since the last time. */
  async lines(): Promise<string[]> {
    const handle = await fs.open(this.#file).catch(() => undefined);
    if (!handle) return [];
    try {
      const buffer = Buffer.alloc(1 << 20);
      const { bytesRead } = await handle.read(buffer, 0, buffer.length, this.#position);
      this.#position += bytesRead;
      const lines = (this.#rest + buffer.toString("latin1", 0, bytesRead)).split("\n");
      this.#rest = lines.pop() ?? "";
      return lines;
    } finally {
      await handle.close();
    }
  }
}
