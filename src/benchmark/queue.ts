import PgBoss from "pg-boss";
import { z } from "zod";
import { describeError, FaultlineError } from "../kernel/errors.ts";

/**
 * What a queue's entries hold: text, since PostgreSQL's `jsonb` refuses some characters that JSON has and forgets the
 * order of fields.
 */
export const Entry = z.object({ text: z.string() });

const schema = "faultline";

/** Where the sessions of all benchmarks of a version wait; each benchmark's results have a queue of their own. */
export function sessionQueue(version: string): string {
  return `sessions-${version}`;
}

/** How the names of those begin. */
export const resultQueues = "results-";

/**
 * Connects to a PostgreSQL server, and makes the tables that pg-boss keeps its jobs in where they are missing.
 *
 * @param url `postgres://USER:PASSWORD@HOST:PORT/DATABASE`
 * @param role shows in the server's list of connections
 * @throws FaultlineError `bad-request` where that is impossible; never with the password
 */
export async function openQueue(url: string, role: "bench" | "worker", tell: (line: string) => void): Promise<PgBoss> {
  const shown = shownUrl(url);
  try {
    // Time-outs are looked for by the benchmark that waits; nothing here runs by the clock.
    const boss = new PgBoss({
      connectionString: url,
      schema,
      application_name: `faultline-${role}`,
      supervise: false,
      schedule: false,
    });
    boss.on("error", (error) => tell(`the queue at ${shown}: ${reasonOf(error)}`));
    await boss.start();
    return boss;
  } catch (cause) {
    throw new FaultlineError("bad-request", `the queue at ${shown} cannot be used: ${reasonOf(cause)}`, { cause });
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
