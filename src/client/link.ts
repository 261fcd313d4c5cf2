import type { CallFailure } from "./call-failure.ts";

/** A connection to a server: whole JSON-RPC messages as text, one a line, without the line's end. */
export interface Link {
  send(message: string): void;
  /** Ends the connection; `closed` is not called. */
  close(): Promise<void>;
}

/** What a client wants to hear of its connection. */
export interface LinkListener {
  message(line: string): void;
  /** No response will come to the request with this id, if none has; a session that has expired ends with it. */
  lost(id: number, failure: CallFailure): void;
  /** The other side has gone; nothing more will come. */
  closed(reason: string): void;
}

/** Opens a connection, as often as the client needs a new one. */
export type Dial = (listener: LinkListener) => Promise<Link>;
