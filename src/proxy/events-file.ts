import { closeSync, fstatSync, ftruncate, ftruncateSync, openSync, readFileSync, readSync, write } from "node:fs";
import { promisify } from "node:util";
import { describeError, FaultlineError } from "../kernel/errors.ts";
import { EVENTS_VERSION, type Event, Event as EventSchema, type FaultEvent, type StartEvent } from "./events.ts";

/** An events file that is being written. */
export interface EventsFile {
  /** Adds one line; returns at once, also where the disk is slow or full. */
  write(event: Event): void;
  /** Resolves when all is written that could be. */
  close(): Promise<void>;
  /** Why nothing more is written, such as a full disk. The file then ends with the last whole line. */
  readonly failed: Error | undefined;
}

/** How every line begins, and the bytes that none exceeds. */
const LINE_START = '{"v":';
const LONGEST = 65_536;

const writeAsync = promisify(write);
const truncateAsync = promisify(ftruncate);

/**
 * Opens an events file, to add one session to those that are there already.
 *
 * @param tell hears once, in one line, that the file cannot be written any more
 * @throws FaultlineError `bad-request` where it cannot be opened, or holds something else
 */
export function openEvents(path: string, tell: (line: string) => void): EventsFile {
  const file = open(path);
  let lines: string[] = [];
  let failed: Error | undefined;
  let flushing: Promise<void> | undefined;
  const flush = async () => {
    while (lines.length > 0 && !failed) {
      const bytes = Buffer.from(lines.join(""));
      lines = [];
      failed = await append(file, bytes);
    }
    if (failed) tell(`${path}: ${describeError(failed)}; it lacks the events from here on`);
    lines = [];
    flushing = undefined;
  };
  return {
    write(event) {
      if (failed) return;
      lines.push(`${JSON.stringify(event)}\n`);
      // Events of one turn go out together.
      flushing ??= Promise.resolve().then(flush);
    },
    async close() {
      await flushing;
      closeSync(file);
    },
    get failed() {
      return failed;
    },
  };
}

function open(path: string): number {
  try {
    const file = openSync(path, "a+", 0o600);
    const size = fstatSync(file).isFile() ? fstatSync(file).size : 0;
    if (size === 0) return file;
    if (readAt(file, 0).startsWith(LINE_START)) {
      cutTornLine(file, size);
      return file;
    }
    closeSync(file);
  } catch (error) {
    throw new FaultlineError("bad-request", `--events ${path}: ${describeError(error)}`, { cause: error });
  }
  throw new FaultlineError("bad-request", `--events ${path}: there is a file that holds something else`);
}

/** A session that was killed may have left the beginning of a line. */
function cutTornLine(file: number, size: number): void {
  const from = Math.max(0, size - LONGEST);
  const end = from + readAt(file, from).lastIndexOf("\n") + 1;
  if (end < size) ftruncateSync(file, end);
}

function readAt(file: number, at: number): string {
  const bytes = Buffer.alloc(LONGEST);
  return bytes.toString("latin1", 0, readSync(file, bytes, 0, bytes.length, at));
}

/** Writes whole lines, or none of the last one that does not fit any more. */
async function append(file: number, bytes: Buffer): Promise<Error | undefined> {
  const before = fstatSync(file).size;
  let done = 0;
  try {
    while (done < bytes.length) done += (await writeAsync(file, bytes, done)).bytesWritten;
    return undefined;
  } catch (error) {
    const whole = bytes.lastIndexOf(10, done - 1) + 1;
    // Unless another session wrote meanwhile. A device cannot be cut, nor need it be.
    if (done > whole && fstatSync(file).size === before + done) {
      await truncateAsync(file, before + whole).catch(() => undefined);
    }
    return error instanceof Error ? error : new Error(String(error));
  }
}

/**
 * Reads an events file: all its sessions, in the order in which they were written. A last line without its end is left
 * out, which is what a killed process leaves.
 *
 * @throws FaultlineError `bad-request` naming file and line
 */
export function readEvents(path: string): Event[] {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    throw new FaultlineError("bad-request", `events file ${path}: ${describeError(error)}`, { cause: error });
  }
  const lines = text.split("\n").slice(0, -1);
  return lines.flatMap((line, at) => (line.trim() === "" ? [] : [readEvent(line, `${path}:${at + 1}`)]));
}

/**
 * The last session of an events file.
 *
 * @throws FaultlineError `bad-request` where there is none
 */
export function lastSession(events: readonly Event[], path: string): { start: StartEvent; faults: FaultEvent[] } {
  const at = events.findLastIndex(({ event }) => event === "start");
  const start = events[at];
  if (start?.event !== "start") throw new FaultlineError("bad-request", `${path}: no session begins in it`);
  return { start, faults: events.slice(at).filter((event) => event.event === "fault") };
}

function readEvent(line: string, place: string): Event {
  const value = parsed(line, place);
  const event = EventSchema.safeParse(value);
  if (event.success) return event.data;
  const version = typeof value === "object" && value !== null && "v" in value ? value.v : undefined;
  if (version !== undefined && version !== EVENTS_VERSION) {
    throw new FaultlineError(
      "bad-request",
      `${place}: version ${version} of events files; this reads ${EVENTS_VERSION}`,
    );
  }
  const [issue] = event.error.issues;
  throw new FaultlineError("bad-request", `${place}: no event: ${issue?.path.join(".")}: ${issue?.message}`);
}

function parsed(line: string, place: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    throw new FaultlineError("bad-request", `${place}: not JSON`);
  }
}
