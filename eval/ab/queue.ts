import { createHash, randomUUID } from "node:crypto";
import { join } from "node:path";
import PgBoss from "pg-boss";
import * as z from "zod";
import { describeError, FaultlineError } from "../../src/kernel/errors.ts";
import { pause } from "../../src/kernel/pause.ts";
import { readTextIfThere, writeAtomic } from "../../src/kernel/user-files.ts";
import { keyText, SessionKey, SessionResult } from "./result.ts";
import type { RunSession, SessionEnd } from "./run-all.ts";

/** Its own tables in the database. */
const SCHEMA = "faultline_ab";
const QUEUE = "sessions";
/** A session that waits, and the build of the Faultline that it is to measure. */
const Job = SessionKey.extend({ build: z.string().optional() });
/** Text, since `jsonb` forgets the order of fields and refuses some characters. */
const Entry = z.object({ text: z.string() });
const End = z.union([z.object({ result: SessionResult }), z.object({ void: z.string() })]);
const Ended = z.array(z.object({ id: z.string(), state: z.enum(["completed", "failed"]), output: z.unknown() }));
/** What a worker may take for one session; then another one gets it. */
const SECONDS = 3600;
const POLL = 500;

/** Who waits for the end of a session, by its place in the queue. */
type Waiting = Map<string, (end: SessionEnd | Promise<never>) => void>;

/** Sessions that workers anywhere run. */
export interface SessionQueue {
  run: RunSession;
  close(): Promise<void>;
}

/**
 * Gives sessions to the workers of a queue. A run has a name in the queue that its folder keeps, and each of its sessions
 * one place there: what was given out before this process was killed is waited for, and not given out again.
 *
 * @param build the name of the Faultline that workers have to have
 */
export async function openSessionQueue(
  url: string,
  out: string,
  build: string,
  signal: AbortSignal,
): Promise<SessionQueue> {
  const boss = await connect(url);
  const nameFile = join(out, "queue-name");
  const name = (await readTextIfThere(nameFile)) ?? randomUUID();
  await writeAtomic(nameFile, name);
  const waiting: Waiting = new Map();
  const closed = new AbortController();
  const polling = poll(boss, waiting, AbortSignal.any([signal, closed.signal]));
  return {
    run: async ({ key }) => {
      const id = placeOf(name, keyText(key));
      const end = new Promise<SessionEnd>((resolve) => waiting.set(id, resolve));
      const data = { text: JSON.stringify({ ...key, build }) };
      await boss.insert([{ id, name: QUEUE, data, expireInSeconds: SECONDS, retryLimit: 2 }]);
      return end;
    },
    close: async () => {
      closed.abort();
      await polling;
      await boss.stop({ graceful: false });
    },
  };
}

/**
 * Takes sessions from the queue and runs them, until the signal fires.
 *
 * @param build the name of the Faultline that is here; sessions of another one are refused
 * @param run may call a session off, which is then given back
 */
export async function serveQueue(
  url: string,
  build: string,
  parallel: number,
  run: (key: SessionKey) => Promise<SessionEnd>,
  tell: (line: string) => void,
  signal: AbortSignal,
): Promise<void> {
  const boss = await connect(url);
  tell("waiting for sessions");
  const work = async () => {
    while (!signal.aborted) {
      const [job] = await boss.fetch<unknown>(QUEUE);
      if (!job) {
        await pause(POLL, signal);
        continue;
      }
      const { build: wanted, ...key } = Job.parse(JSON.parse(Entry.parse(job.data).text));
      const ended = wanted === build ? run(key) : lost(`a worker has ${build}, not ${wanted ?? "the one of the run"}`);
      const end = await ended.catch((error: unknown) => describeError(error));
      if (end === undefined || typeof end === "string") {
        await boss.fail(QUEUE, job.id, { text: end ?? "called off" });
        tell(`${keyText(key)}: ${end ?? "called off"}`);
        continue;
      }
      await boss.complete(QUEUE, job.id, { text: JSON.stringify(end) });
      tell(`${keyText(key)}: ${"void" in end ? `void, ${end.void}` : end.result.judged.verdict}`);
    }
  };
  await Promise.all(Array.from({ length: parallel }, work));
  await boss.stop({ graceful: false });
}

/** Tells of sessions as they end; each leaves the queue then. */
async function poll(boss: PgBoss, waiting: Waiting, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await pause(POLL, signal);
    const ids = [...waiting.keys()];
    if (ids.length === 0) continue;
    const text = `select id, state, output from ${SCHEMA}.job where name = $1 and id = any($2::uuid[]) and state in ('completed', 'failed')`;
    const ended = await boss
      .getDb()
      .executeSql(text, [QUEUE, ids])
      .then(
        ({ rows }) => Ended.parse(rows),
        // The database may be away for a while; a queue that was closed has nobody who waits.
        () => [],
      );
    for (const { id, state, output } of ended) {
      const said = Entry.safeParse(output).data?.text ?? "a worker was lost";
      waiting.get(id)?.(state === "failed" ? lost(said) : End.parse(JSON.parse(said)));
      waiting.delete(id);
      await boss.deleteJob(QUEUE, id);
    }
    await boss.expire().catch(() => undefined);
  }
  for (const resolve of waiting.values()) resolve(undefined);
}

function lost(why: string): Promise<never> {
  return Promise.reject(new FaultlineError("process-failed", why));
}

async function connect(url: string): Promise<PgBoss> {
  if (!/^postgres(ql)?:\/\//.test(url)) {
    throw new FaultlineError("bad-request", "--queue wants the address of a PostgreSQL database", {
      hint: "postgres://USER:PASSWORD@HOST:5432/DATABASE",
    });
  }
  const boss = new PgBoss({ connectionString: url, schema: SCHEMA, supervise: false, schedule: false });
  // Each call tells of its own failure.
  boss.on("error", () => undefined);
  try {
    await boss.start();
    if (!(await boss.getQueue(QUEUE))) await boss.createQueue(QUEUE);
    return boss;
  } catch (cause) {
    await boss.stop({ graceful: false }).catch(() => undefined);
    throw new FaultlineError("bad-request", `the queue cannot be used: ${describeError(cause)}`, { cause });
  }
}

/** The same id for the same session of the same run. */
function placeOf(run: string, key: string): string {
  const digest = createHash("sha256").update(`${run} ${key}`).digest("hex");
  return [8, 4, 4, 4, 12]
    .reduce<[string[], number]>(
      ([parts, at], length) => [[...parts, digest.slice(at, at + length)], at + length],
      [[], 0],
    )[0]
    .join("-");
}
