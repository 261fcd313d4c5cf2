import { parentPort } from "node:worker_threads";
import { runJob } from "./run-job.ts";
import type { SessionJob } from "./session-job.ts";

// The whole of a thread: one session in, one outcome out.
parentPort?.on("message", async (job: SessionJob) => parentPort?.postMessage(await runJob(job, process.env)));
