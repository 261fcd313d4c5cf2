import type PgBoss from "pg-boss";
import { pause } from "../kernel/pause.ts";
import { Entry, openQueue, reasonOf, sessionQueue } from "./queue.ts";
import { SessionJob, type SessionOutcome } from "./session-job.ts";
import type { ThreadPool } from "./thread-pool.ts";

export interface WorkerOptions {
  url: string;
  /** Of Faultline: only sessions of the same one are taken. */
  version: string;
  pool: ThreadPool;
  /** Sessions that are held at a time; more than threads, so that none waits for the database. */
  held: number;
  signal: AbortSignal;
  onSession: (done: number) => void;
  tell: (line: string) => void;
}

const pollMs = 500;

/**
 * Takes sessions from the queue until the signal fires, then gives back what it holds.
 *
 * @returns how many it did
 */
export async function workOnQueue(options: WorkerOptions): Promise<number> {
  const { pool, signal, tell } = options;
  const boss = await openQueue(options.url, options.version, "worker", tell);
  const queue = sessionQueue(options.version);
  const stop = () => void pool.close();
  signal.addEventListener("abort", stop, { once: true });
  let done = 0;
  const hold = async () => {
    while (!signal.aborted) {
      const [entry] = await boss.fetch<unknown>(queue);
      if (!entry) {
        await pause(pollMs, signal);
        continue;
      }
      try {
        if (!(await work(boss, queue, entry, options))) continue;
        done += 1;
        options.onSession(done);
      } catch (error) {
        // The session will be given to somebody else.
        tell(`a session could not be delivered: ${reasonOf(error)}`);
        await pause(pollMs, signal);
      }
    }
  };
  await Promise.all(Array.from({ length: options.held }, hold));
  await boss.stop({ graceful: false });
  return done;
}

async function work(
  boss: PgBoss,
  queue: string,
  { id, data }: PgBoss.Job<unknown>,
  { pool, signal }: WorkerOptions,
): Promise<boolean> {
  const { text } = Entry.parse(data);
  const outcome: SessionOutcome = await pool.run(SessionJob.parse(JSON.parse(text)));
  if (signal.aborted && "problem" in outcome) {
    await boss.fail(queue, id);
    return false;
  }
  await boss.complete(queue, id, { text: JSON.stringify(outcome) });
  return true;
}
