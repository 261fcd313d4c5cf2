import { randomUUID } from "node:crypto";
import type PgBoss from "pg-boss";
import { FaultlineError } from "../kernel/errors.ts";
import { pause } from "../kernel/pause.ts";
import { keyOf } from "./matrix.ts";
import { Entry, openQueue, reasonOf, resultQueues, sessionQueue } from "./queue.ts";
import { type RunSessions, SessionJob, SessionOutcome } from "./session-job.ts";

export interface QueueOptions {
  url: string;
  /** Of Faultline: workers of another version would give other results, and get no session of this one. */
  version: string;
  /** What a worker may take for one session; then it counts as lost, and another one gets the session. */
  sessionSeconds: number;
  tell: (line: string) => void;
}

/** How often a session is given to another worker before it is given up. */
const retries = 10;
const portion = 500;
const pollMs = 200;
/** How long the database may be away. */
const patienceMs = 60_000;
/** What a benchmark that was killed left behind goes after so many days. */
const leftoverDays = 14;

/**
 * Lets workers anywhere run the sessions. A session that its worker did not end in time is given to another one. A
 * result goes under the id of its session, of which the database takes one alone, so none counts twice.
 */
export function runOverQueue(options: QueueOptions): RunSessions {
  return async (jobs, tell, signal) => {
    const boss = await openQueue(options.url, "bench", options.tell);
    const open = new Map(jobs.map((job) => [randomUUID() as string, job]));
    const ids = [...open.keys()];
    const results = `${resultQueues}${randomUUID()}`;
    try {
      await boss.createQueue(sessionQueue(options.version));
      await sweep(boss);
      await boss.createQueue(results);
      await send(boss, open, results, options);
      await collect(boss, results, { open, tell, signal });
    } catch (cause) {
      if (cause instanceof FaultlineError) throw cause;
      throw new FaultlineError("process-failed", `the queue failed: ${reasonOf(cause)}`, { cause });
    } finally {
      await clear(boss, results, ids, options).catch((error) => options.tell(`the queue: ${reasonOf(error)}`));
      await boss.stop({ graceful: false });
    }
  };
}

async function send(
  boss: PgBoss,
  jobs: ReadonlyMap<string, SessionJob>,
  results: string,
  { version, sessionSeconds }: QueueOptions,
): Promise<void> {
  const entries = [...jobs].map(([id, job]) => ({
    id,
    name: sessionQueue(version),
    data: { text: JSON.stringify(job), results },
    expireInSeconds: sessionSeconds,
    retryLimit: retries,
    // What is given up comes back among the results.
    deadLetter: results,
  }));
  for (let at = 0; at < entries.length; at += portion) await boss.insert(entries.slice(at, at + portion));
}

interface Collecting {
  /** Sessions that are not told of yet, by id. */
  open: Map<string, SessionJob>;
  tell: Parameters<RunSessions>[1];
  signal: AbortSignal;
}

async function collect(boss: PgBoss, results: string, { open, tell, signal }: Collecting): Promise<void> {
  let seen = Date.now();
  while (open.size > 0 && !signal.aborted) {
    const entries = await boss.fetch<unknown>(results, { batchSize: portion });
    for (const { id, data } of entries) {
      const { text } = Entry.parse(data);
      const job = open.get(id);
      if (job) tell(job, SessionOutcome.parse(JSON.parse(text)));
      else givenUp(text, open, tell);
      open.delete(id);
    }
    if (entries.length > 0) {
      const ids = entries.map(({ id }) => id);
      await boss.complete(results, ids);
      continue;
    }
    try {
      await boss.expire();
      seen = Date.now();
    } catch (error) {
      if (Date.now() - seen > patienceMs) throw error;
    }
    await pause(pollMs, signal);
  }
}

/** A session came back undone: its workers died or went over time again and again. */
function givenUp(text: string, open: Map<string, SessionJob>, tell: Collecting["tell"]): void {
  const sent = SessionJob.safeParse(JSON.parse(text));
  if (!sent.success) return;
  for (const [id, job] of open) {
    if (keyOf(job) !== keyOf(sent.data)) continue;
    open.delete(id);
    tell(job, { problem: `given up: ${retries + 1} workers did not end it` });
  }
}

async function clear(boss: PgBoss, results: string, ids: string[], { version }: QueueOptions): Promise<void> {
  for (let at = 0; at < ids.length; at += portion) {
    await boss.deleteJob(sessionQueue(version), ids.slice(at, at + portion));
  }
  await boss.deleteQueue(results);
}

async function sweep(boss: PgBoss): Promise<void> {
  await boss.maintain();
  const old = Date.now() - (leftoverDays + 1) * 24 * 60 * 60 * 1000;
  for (const { name, createdOn } of await boss.getQueues()) {
    if (name.startsWith(resultQueues) && createdOn.getTime() < old) await boss.deleteQueue(name);
  }
}
