import { batchOf, toBatch } from "../faults/json-text.ts";
import type { FaultSource } from "../faults/source.ts";
import type { Clock } from "../kernel/clock.ts";
import type { FaultEvent } from "./events.ts";
import { FaultNotes } from "./fault-notes.ts";
import { type Head, readHead } from "./head.ts";
import { Lane } from "./lane.ts";
import { asLine } from "./line.ts";
import { Way } from "./way.ts";

/**
 * What a session goes over. A message is the bytes of one JSON-RPC message (or batch) with its line end, as it came;
 * what is sent may lack the line end only where the connection breaks within the message.
 */
export interface Wire {
  clock: Clock;
  toClient(bytes: Buffer): void;
  toServer(bytes: Buffer): void;
  /** The connection breaks as in a crash of the server; nothing is sent after it. */
  reset(): void;
}

/** One session between a client and a server. */
export interface Carrier {
  fromClient(message: Buffer): void;
  fromServer(message: Buffer): void;
  /**
   * Whether a message that begins so, and is not here whole yet, may go on as it comes, past the carrier: it then counts
   * as carried.
   */
  passesFromClient(head: Buffer): boolean;
  passesFromServer(head: Buffer): boolean;
  /** A message of the client that begins so is too long to be held, and goes on past the carrier: it is only counted. */
  tooLongFromClient(head: Buffer): void;
  tooLongFromServer(head: Buffer): void;
  /** The server has ended: calls back once nothing for the client is under way any more. */
  whenDelivered(act: () => void): void;
  /** The session is over: faults that could not act are noted as not landed, timers end, nothing more is sent. */
  close(): void;
  readonly counts: Counts;
}

/** What went through so far. */
export interface Counts {
  /** Requests of either side. */
  requests: number;
  /** Faults that have landed. */
  faults: number;
}

/**
 * Carries the messages of one session and does to them what the source decides; all else goes on at once as the bytes
 * that came.
 *
 * @param note told of each fault once: when it has landed, or when it is certain that it cannot
 * @param began the time from which the source's outages and the events count: earlier than now where a client comes again
 */
export function carry(
  source: FaultSource,
  wire: Wire,
  note: (event: FaultEvent) => void,
  began: number = wire.clock.now(),
): Carrier {
  const atMs = () => wire.clock.now() - began;
  const notes = new FaultNotes(note, atMs);
  const toClient = new Way(wire.clock, (bytes) => wire.toClient(bytes));
  const toServer = new Way(wire.clock, (bytes) => wire.toServer(bytes));
  const end = () => {
    toClient.end();
    toServer.end();
  };
  const reset = () => {
    end();
    wire.reset();
  };
  const session = { source, notes, atMs, reset };
  const ofClient = new Lane(session, toClient);
  const ofServer = new Lane(session, toServer);
  return {
    fromClient: (message) => take(message, ofClient, ofServer, toServer),
    fromServer: (message) => take(message, ofServer, ofClient, toClient),
    passesFromClient: (head) => passes(head, ofClient, ofServer, toServer),
    passesFromServer: (head) => passes(head, ofServer, ofClient, toClient),
    tooLongFromClient: (head) => countOf(head, ofClient),
    tooLongFromServer: (head) => countOf(head, ofServer),
    whenDelivered(act) {
      ofClient.answers.release();
      toClient.whenIdle(act);
    },
    close() {
      for (const lane of [ofClient, ofServer]) lane.answers.askerLeft();
      end();
      notes.close();
    },
    get counts() {
      return { requests: ofClient.requests + ofServer.requests, faults: notes.count };
    },
  };
}

/**
 * @param own the requests of the side that the message comes from
 * @param other those that it answers
 */
function take(message: Buffer, own: Lane, other: Lane, way: Way): void {
  const head = readHead(message);
  const batch = head?.kind === "batch" ? batchOf(message) : undefined;
  const kept = batch ? takeBatch(message, batch, own, other) : onward(message, head, own, other);
  if (!kept) return;
  way.send(kept);
  if (head?.kind !== "call") other.answers.passed();
}

/** What goes on of a batch goes on as one. */
function takeBatch(message: Buffer, batch: readonly Buffer[], own: Lane, other: Lane): Buffer | undefined {
  const kept = batch.flatMap((each) => onward(each, readHead(each), own, other) ?? []);
  const isWhole = kept.length === batch.length && kept.every((each, at) => each === batch[at]);
  if (isWhole) return message;
  return kept.length > 0 ? asLine(toBatch(kept)) : undefined;
}

function onward(message: Buffer, head: Head | undefined, own: Lane, other: Lane): Buffer | undefined {
  if (head?.kind === "response") return other.response(message);
  if (head?.kind !== "call") return message;
  own.begin(head.method);
  return own.passes(head.method) ? message : own.call(message);
}

function passes(head: Buffer, own: Lane, other: Lane, way: Way): boolean {
  const read = way.clear ? readHead(head) : undefined;
  if (read?.kind === "response") return other.isQuiet;
  if (read?.kind !== "call" || !own.passes(read.method)) return false;
  own.begin(read.method);
  return true;
}

function countOf(head: Buffer, own: Lane): void {
  const read = readHead(head);
  if (read?.kind === "call") own.begin(read.method);
}
