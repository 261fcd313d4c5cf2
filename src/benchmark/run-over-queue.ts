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
 * Lets workers anywhere run the sessions. A session that its worker did not end in time is given to another one, so
 * there may be two results of it; they have its id, and the first counts.
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

async function collect(boss: PgBoss, results: string, collecting: Collecting): Promise<void> {
  const { open, signal } = collecting;
  let seen = Date.now();
  while (open.size > 0 && !signal.aborted) {
    try {
      const count = await takeResults(boss, results, collecting);
      if (count === 0) await boss.expire();
      seen = Date.now();
      if (count > 0) continue;
    } catch (error) {
      if (error instanceof FaultlineError || Date.now() - seen > patienceMs) throw error;
    }
    await pause(pollMs, signal);
  }
}

/** Told of before they go from the database: what fails in between is told of again, to no effect. */
async function takeResults(boss: PgBoss, results: string, { open, tell }: Collecting): Promise<number> {
  const entries = await boss.fetch<unknown>(results, { batchSize: portion });
  for (const { id, data } of entries) {
    const text = textOf(data);
    const job = open.get(id);
    if (job) tell(job, outcomeOf(text));
    else givenUp(text, open, tell);
    open.delete(id);
  }
  const ids = entries.map(({ id }) => id);
  if (ids.length > 0) await boss.deleteJob(results, ids);
  return ids.length;
}

function textOf(data: unknown): string {
  const entry = Entry.safeParse(data);
  return entry.success ? entry.data.text : "null";
}

/** @throws nothing: what a worker wrote that cannot be read is the session's problem */
function outcomeOf(text: string): SessionOutcome {
  const read = SessionOutcome.safeParse(JSON.parse(text));
  return read.success ? read.data : { problem: "a worker gave a result that cannot be read" };
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

/** A queue goes only when nothing is in it; a worker that is late may put something in meanwhile. */
async function clear(boss: PgBoss, results: string, ids: string[], { version }: QueueOptions): Promise<void> {
  await deleteAll(boss, sessionQueue(version), ids);
  for (let tries = 1; ; tries += 1) {
    await deleteAll(boss, results, ids);
    await boss.purgeQueue(results);
    try {
      return await boss.deleteQueue(results);
    } catch (error) {
      if (tries === 3) throw error;
    }
  }
}

async function deleteAll(boss: PgBoss, queue: string, ids: readonly string[]): Promise<void> {
  for (let at = 0; at < ids.length; at += portion) await boss.deleteJob(queue, ids.slice(at, at + portion));
}

async function sweep(boss: PgBoss): Promise<void> {
  await boss.maintain();
  const old = Date.now() - (leftoverDays + 1) * 24 * 60 * 60 * 1000;
  for (const { name, createdOn } of await boss.getQueues()) {
    if (name.startsWith(resultQueues) && createdOn.getTime() < old) await boss.deleteQueue(name);
  }
}
