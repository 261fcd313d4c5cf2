import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { Attempt } from "../client/attempt.ts";
import { FaultlineError } from "../kernel/errors.ts";
import { makeFolder } from "../kernel/files.ts";
import { Event } from "../proxy/events.ts";
import { SessionResult } from "./session-result.ts";

/** What was recorded of a session. */
export const Trace = z.object({ attempts: z.array(Attempt), events: z.array(Event) });
export type Trace = z.infer<typeof Trace>;

/** A session that was run. */
export interface SessionRun extends Trace {
  result: SessionResult;
}

const files = { result: "result.json", attempts: "attempts.jsonl", events: "events.jsonl" } as const;

/** Names of the files that a session leaves. */
export const RUN_FILES: readonly string[] = Object.values(files);

/** Writes a session into a folder, which is made: `result.json`, `attempts.jsonl` and `events.jsonl`. */
export async function writeRun(folder: string, { result, attempts, events }: SessionRun): Promise<void> {
  makeFolder(folder);
  await writeFile(join(folder, files.events), lines(events));
  await writeFile(join(folder, files.attempts), lines(attempts));
  await writeFile(join(folder, files.result), `${JSON.stringify(result, null, 2)}\n`);
}

/** The folder of a session among others: `PROFILE.AGENT.TASK.ITERATION`. */
export function runName({ profile, agent, task, iteration }: SessionResult): string {
  return [profile, agent, task, iteration].join(".").replace(/[^\w.-]/g, "_");
}

/**
 * Reads what became of a session.
 *
 * @throws FaultlineError `bad-request` where the folder holds none
 */
export async function readResult(folder: string): Promise<SessionResult> {
  return parse(SessionResult, await read(folder, files.result), join(folder, files.result));
}

/**
 * Reads a session back.
 *
 * @throws FaultlineError `bad-request` where the folder holds none
 */
export async function readRun(folder: string): Promise<SessionRun> {
  return {
    result: await readResult(folder),
    attempts: parseLines(Attempt, await read(folder, files.attempts), join(folder, files.attempts)),
    events: parseLines(Event, await read(folder, files.events), join(folder, files.events)),
  };
}

function lines(values: readonly unknown[]): string {
  return values.map((value) => `${JSON.stringify(value)}\n`).join("");
}

async function read(folder: string, name: string): Promise<string> {
  try {
    return await readFile(join(folder, name), "utf8");
  } catch (cause) {
    throw new FaultlineError("bad-request", `${folder} holds no session: ${name} cannot be read`, {
      hint: "faultline run leaves such folders in runs/, faultline bench in failures/",
      cause,
    });
  }
}

function parseLines<T>(schema: z.ZodType<T>, text: string, place: string): T[] {
  const all = text.split("\n");
  return all.flatMap((line, at) => (line === "" ? [] : [parse(schema, line, `${place}:${at + 1}`)]));
}

function parse<T>(schema: z.ZodType<T>, text: string, place: string): T {
  let problem = "no JSON";
  try {
    const read = schema.safeParse(JSON.parse(text));
    if (read.success) return read.data;
    const [issue] = read.error.issues;
    problem = `${issue?.path.join(".")}: ${issue?.message}`;
  } catch {
    // The same error follows.
  }
  throw new FaultlineError("bad-request", `${place}: ${problem}`);
}
