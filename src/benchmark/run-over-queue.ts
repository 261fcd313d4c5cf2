import { randomUUID } from "node:crypto";
import type PgBoss from "pg-boss";
import { z } from "zod";
import { FaultlineError } from "../kernel/errors.ts";
import { pause } from "../kernel/pause.ts";
import { Entry, openQueue, reasonOf, schema, sessionQueue } from "./queue.ts";
import { type RunSessions, type SessionJob, SessionOutcome } from "./session-job.ts";

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
/** Sessions in the queue at a time, which is what a benchmark that is killed leaves to workers in vain. */
const waiting = 500;
const pollMs = 200;
/** How long the database may be away. */
const patienceMs = 60_000;

/**
 * Lets workers anywhere run the sessions. A session that its worker did not end in time is given to another one; the
 * first of two results is kept with it and ends it, in one statement, so that none is lost or counts twice.
 */
export function runOverQueue(options: QueueOptions): RunSessions {
  return async (jobs, tell, signal) => {
    const boss = await openQueue(options.url, options.version, "bench", options.tell);
    const bench: Bench = { boss, options, id: randomUUID(), unsent: [...jobs], sending: new Map(), open: new Map() };
    try {
      await boss.maintain();
      await runAll(bench, tell, signal);
    } catch (cause) {
      throw new FaultlineError("process-failed", `the queue failed: ${reasonOf(cause)}`, { cause });
    } finally {
      const ids = [...bench.open.keys()];
      if (ids.length > 0) {
        await boss
          .deleteJob(sessionQueue(options.version), ids)
          .catch((error) => options.tell(`sessions were left in the queue: ${reasonOf(error)}`));
      }
      await boss.stop({ graceful: false });
    }
  };
}

interface Bench {
  boss: PgBoss;
  options: QueueOptions;
  /** Tells its sessions from those of others. */
  id: string;
  unsent: SessionJob[];
  /** Sessions of which it is not known whether they were sent, by id. */
  sending: Map<string, SessionJob>;
  /** Those and the ones that were sent and are not told of, by id. */
  open: Map<string, SessionJob>;
}

async function runAll(bench: Bench, tell: Parameters<RunSessions>[1], signal: AbortSignal): Promise<void> {
  let seen = Date.now();
  while ((bench.open.size > 0 || bench.unsent.length > 0) && !signal.aborted) {
    let ended = 0;
    try {
      await send(bench);
      ended = await take(bench, tell);
      await bench.boss.expire();
      seen = Date.now();
    } catch (error) {
      if (Date.now() - seen > patienceMs) throw error;
    }
    if (ended === 0) await pause(pollMs, signal);
  }
}

/** What may have failed is repeated with the same ids; the database takes each once. */
async function send({ boss, options, id: bench, unsent, sending, open }: Bench): Promise<void> {
  for (const job of unsent.splice(0, waiting - open.size)) {
    const id = randomUUID();
    sending.set(id, job);
    open.set(id, job);
  }
  if (sending.size === 0) return;
  const entries = [...sending].map(([id, job]) => ({
    id,
    name: sessionQueue(options.version),
    data: { bench, text: JSON.stringify(job) },
    expireInSeconds: options.sessionSeconds,
    retryLimit: retries,
  }));
  await boss.insert(entries);
  sending.clear();
}

const Ended = z.array(z.object({ id: z.string(), state: z.enum(["completed", "failed"]), output: z.unknown() }));

/** Tells of sessions before they go from the database: what fails in between is told of again, to no effect. */
async function take({ boss, options, id: bench, open }: Bench, tell: Parameters<RunSessions>[1]): Promise<number> {
  const queue = sessionQueue(options.version);
  const { rows } = await boss
    .getDb()
    .executeSql(
      `select id, state, output from ${schema}.job where name = $1 and data ->> 'bench' = $2 and state in ('completed', 'failed')`,
      [queue, bench],
    );
  const ended = Ended.parse(rows);
  for (const { id, state, output } of ended) {
    const job = open.get(id);
    open.delete(id);
    if (job) tell(job, state === "failed" ? givenUp : outcomeOf(output));
  }
  const ids = ended.map(({ id }) => id);
  if (ids.length > 0) await boss.deleteJob(queue, ids);
  return ids.length;
}

/** Its workers died or went over time again and again. */
const givenUp: SessionOutcome = { problem: `given up: ${retries + 1} workers did not end it` };

function outcomeOf(output: unknown): SessionOutcome {
  const entry = Entry.safeParse(output);
  const outcome = entry.success ? SessionOutcome.safeParse(JSON.parse(entry.data.text)) : undefined;
  return outcome?.success ? outcome.data : { problem: "a worker gave a result that cannot be read" };
}
