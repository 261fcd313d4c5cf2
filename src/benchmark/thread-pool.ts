import { Worker } from "node:worker_threads";
import { describeError } from "../kernel/errors.ts";
import { mostSeconds, type SessionJob, type SessionOutcome } from "./session-job.ts";

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
  /** Ends one that goes on for ever. */
  limit: NodeJS.Timeout | undefined;
}

/**
 * Starts threads as they are needed; one that dies, or whose session takes too long, takes it along and is replaced.
 *
 * @param file the built `session-thread`
 * @param size the most threads
 * @param seconds what a session may take
 */
export function createThreadPool(
  file: string,
  size: number,
  seconds: (job: SessionJob) => number = mostSeconds,
): ThreadPool {
  const waiting: Waiting[] = [];
  const threads = new Set<Thread>();
  let closed = false;

  const start = (): Thread => {
    // What a library prints would break the progress bar.
    const worker = new Worker(file, { stdout: true, stderr: true });
    const thread: Thread = { worker, done: undefined, limit: undefined };
    const settle = (outcome: SessionOutcome) => {
      clearTimeout(thread.limit);
      thread.done?.(outcome);
      thread.done = undefined;
      next();
    };
    const lose = (problem: string) => {
      threads.delete(thread);
      settle({ problem });
    };
    worker.on("message", settle);
    worker.on("error", (error) => lose(describeError(error)));
    worker.on("exit", () => lose(closed ? "called off" : "its thread ended"));
    threads.add(thread);
    return thread;
  };
  const next = () => {
    if (closed || waiting.length === 0) return;
    const thread = [...threads].find(({ done }) => !done) ?? (threads.size < size ? start() : undefined);
    const first = thread && waiting.shift();
    if (!thread || !first) return;
    const most = seconds(first.job);
    thread.done = first.done;
    thread.limit = setTimeout(() => {
      thread.done?.({ problem: `did not end within ${most} s` });
      thread.done = () => undefined;
      void thread.worker.terminate();
    }, most * 1000);
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
