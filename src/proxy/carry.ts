import type { FaultSource } from "../faults/source.ts";
import type { Clock } from "../kernel/clock.ts";
import type { FaultEvent } from "./events.ts";

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
 * @param note told of each fault once: when it has landed, or at the close where it could not
 */
export function carry(_source: FaultSource, wire: Wire, _note: (event: FaultEvent) => void): Carrier {
  const counts: Counts = { requests: 0, faults: 0 };
  return {
    fromClient: (message) => wire.toServer(message),
    fromServer: (message) => wire.toClient(message),
    close: () => undefined,
    counts,
  };
}
