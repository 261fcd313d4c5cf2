import { Worker } from "node:worker_threads";
import { describeError } from "../kernel/errors.ts";
import type { SessionJob, SessionOutcome } from "./session-job.ts";

/** Threads that run one session at a time each. */
export interface ThreadPool {
  /** Runs a session as soon as a thread is free; never rejects. */
  run(job: SessionJob): Promise<SessionOutcome>;
  /** Ends all threads; sessions that were not done are problems. */
  close(): Promise<void>;
}

interface Waiting {
  job: SessionJob;
  done: (outcome: SessionOutcome) => void;
}

interface Thread {
  worker: Worker;
  /** Ends the session that it runs. */
  done: ((outcome: SessionOutcome) => void) | undefined;
}

/**
 * Starts threads as they are needed; one that dies takes its session along and is replaced.
 *
 * @param file the built `session-thread`
 * @param size the most threads
 */
export function createThreadPool(file: string, size: number): ThreadPool {
  const waiting: Waiting[] = [];
  const threads = new Set<Thread>();
  let closed = false;

  const start = (): Thread => {
    // What a library prints would break the progress bar.
    const thread: Thread = { worker: new Worker(file, { stdout: true, stderr: true }), done: undefined };
    const settle = (outcome: SessionOutcome) => {
      thread.done?.(outcome);
      thread.done = undefined;
      next();
    };
    const lose = (problem: string) => {
      threads.delete(thread);
      settle({ problem });
    };
    thread.worker.on("message", settle);
    thread.worker.on("error", (error) => lose(describeError(error)));
    thread.worker.on("exit", () => lose(closed ? "called off" : "its thread ended"));
    threads.add(thread);
    return thread;
  };
  const next = () => {
    if (closed || waiting.length === 0) return;
    const thread = [...threads].find(({ done }) => !done) ?? (threads.size < size ? start() : undefined);
    const first = thread && waiting.shift();
    if (!thread || !first) return;
    thread.done = first.done;
    thread.worker.postMessage(first.job);
  };
  return {
    run: (job) =>
      new Promise((done) => {
        if (closed) return done({ problem: "called off" });
        waiting.push({ job, done });
        next();
      }),
    close: async () => {
      closed = true;
      for (const { done } of waiting.splice(0)) done({ problem: "called off" });
      await Promise.all([...threads].map(({ worker }) => worker.terminate()));
    },
  };
}
