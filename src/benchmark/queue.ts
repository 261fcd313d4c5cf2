import PgBoss from "pg-boss";
import { z } from "zod";
import { describeError, FaultlineError } from "../kernel/errors.ts";
import { pause } from "../kernel/pause.ts";

/**
 * What a queue's entries hold: text, since PostgreSQL's `jsonb` refuses some characters that JSON has and forgets the
 * order of fields.
 */
export const Entry = z.object({ text: z.string() });

/** The tables' place in the database. */
export const schema = "faultline";

/** Where the sessions of all benchmarks of a version wait. */
export function sessionQueue(version: string): string {
  return `sessions-${version}`;
}

/**
 * Connects to a PostgreSQL server, and makes what is missing there: the tables of pg-boss, and the queue.
 *
 * @param url `postgres://USER:PASSWORD@HOST:PORT/DATABASE`
 * @param role shows in the server's list of connections
 * @throws FaultlineError `bad-request` where that is impossible; never with the password
 */
export async function openQueue(
  url: string,
  version: string,
  role: "bench" | "worker",
  tell: (line: string) => void,
): Promise<PgBoss> {
  const shown = shownUrl(url);
  const boss = new PgBoss({
    connectionString: url,
    schema,
    application_name: `faultline-${role}`,
    // Time-outs are looked for by the benchmark that waits; nothing runs by the clock.
    supervise: false,
    schedule: false,
  });
  boss.on("error", (error) => tell(`the queue at ${shown}: ${reasonOf(error)}`));
  try {
    await boss.start();
    await makeQueue(boss, sessionQueue(version));
    return boss;
  } catch (cause) {
    await boss.stop({ graceful: false }).catch(() => undefined);
    throw new FaultlineError("bad-request", `the queue at ${shown} cannot be used: ${reasonOf(cause)}`, { cause });
  }
}

/** Who makes the same queue at the same moment gets into a deadlock with us, which the server resolves for one of us. */
async function makeQueue(boss: PgBoss, name: string): Promise<void> {
  for (let tries = 1; !(await boss.getQueue(name)); tries += 1) {
    try {
      await boss.createQueue(name);
    } catch (error) {
      const isDeadlock = error instanceof Error && "code" in error && error.code === "40P01";
      if (!isDeadlock || tries === 5) throw error;
      await pause(100 * tries);
    }
  }
}

/** The address without user, password and options. */
export function shownUrl(url: string): string {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (!parsed || !/^postgres(ql)?:$/.test(parsed.protocol)) {
    throw new FaultlineError("bad-request", "--queue wants the address of a PostgreSQL database", {
      hint: "postgres://USER:PASSWORD@HOST:5432/DATABASE",
    });
  }
  return `${parsed.protocol}//${parsed.host}${parsed.pathname}`;
}

/** Refused connections have a code and no message. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return describeError(error.errors[0]);
  return describeError(error);
}
