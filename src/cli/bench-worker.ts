import { availableParallelism } from "node:os";
import { join } from "node:path";
import { FaultlineError } from "../kernel/errors.ts";
import { startProgress } from "./progress.ts";
import { type Command, type Shell, textOf } from "./shell.ts";
import { stopSignal } from "./stop-signal.ts";

interface Options {
  queue?: unknown;
}

export const benchWorker: Command = (cli, shell) => {
  cli
    .command("bench-worker", "Run sessions of faultline bench --queue, on this machine, until it is stopped")
    .option("--queue <url>", "The PostgreSQL database where sessions wait")
    .example("  faultline bench-worker --queue postgres://bench@db.example:5432/faultline")
    .action((options: Options) => work(options, shell));
};

async function work({ queue }: Options, shell: Shell): Promise<void> {
  if (queue === undefined) {
    throw new FaultlineError("bad-request", "bench-worker wants a --queue", {
      hint: "the one that faultline bench has",
    });
  }
  const { counted } = await import("../benchmark/markdown.ts");
  const { shownUrl } = await import("../benchmark/queue.ts");
  const { workOnQueue } = await import("../benchmark/queue-worker.ts");
  const { createThreadPool } = await import("../benchmark/thread-pool.ts");
  const url = textOf(queue, "--queue");
  const threads = availableParallelism();
  const { signal } = stopSignal();
  const progress = startProgress(shell.errors);
  const tell = (line: string) => shell.progress(`faultline: ${line}`);
  tell(`working for ${shownUrl(url)} on ${threads} threads; stop with Ctrl-C`);
  const done = await workOnQueue({
    url,
    version: shell.version,
    pool: createThreadPool(join(shell.packageRoot, "dist", "session-thread.js"), threads),
    held: 2 * threads,
    signal,
    onSession: (count) => progress.step({ message: "sessions", done: count }),
    tell,
  }).finally(progress.end);
  tell(`${counted(done, "session")} done`);
}
