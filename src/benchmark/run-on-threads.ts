import type { RunSessions } from "./session-job.ts";
import { createThreadPool } from "./thread-pool.ts";

/**
 * Runs sessions on threads of this process.
 *
 * @param file the built `session-thread`
 * @param size the most threads
 */
export function runOnThreads(file: string, size: number): RunSessions {
  return async (jobs, tell, signal) => {
    const pool = createThreadPool(file, size);
    const stop = () => void pool.close();
    signal.addEventListener("abort", stop);
    try {
      await Promise.all(
        jobs.map(async (job) => {
          if (signal.aborted) return;
          const outcome = await pool.run(job);
          if (!signal.aborted) tell(job, outcome);
        }),
      );
    } finally {
      signal.removeEventListener("abort", stop);
      await pool.close();
    }
  };
}
