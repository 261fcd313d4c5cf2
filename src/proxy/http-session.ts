import type { RequestId } from "../faults/error.ts";
import type { Drift, Fault } from "../faults/fault.ts";
import type { FaultNote, Subject } from "./fault-notes.ts";
import { Turnstile } from "./turnstile.ts";

/** What a server of the protocol's own SDK says of a session that it does not know. */
export const NO_SESSION = Buffer.from(
  '{"jsonrpc":"2.0","error":{"code":-32001,"message":"Session not found"},"id":null}',
);

/** A request, with what was decided on it. */
export interface Asked extends Subject {
  params: unknown;
  fault: Fault | undefined;
  note: FaultNote | undefined;
  drift: Drift | undefined;
}

/** Requests of one side that the other has not answered yet. */
export interface Side {
  asked: Map<RequestId, Asked>;
  /** Turns with each of its requests. */
  requests: Turnstile;
  /** Turns with each answer that it gets. */
  answers: Turnstile;
}

/** What a relay knows of one session, or of all clients that have none. */
export class Session {
  readonly id: string | undefined;
  readonly client: Side = { asked: new Map(), requests: new Turnstile(), answers: new Turnstile() };
  readonly server: Side = { asked: new Map(), requests: new Turnstile(), answers: new Turnstile() };
  /** Streams that take what the server sends unasked, each by a function that writes a message to it. */
  readonly listening = new Set<(message: Buffer) => void>();
  #unheard: Buffer[] = [];
  #isExpired = false;
  readonly #onExpiry = new Set<() => void>();

  constructor(id: string | undefined) {
    this.id = id;
  }

  /** Whether the server is said to have forgotten it. */
  get isExpired(): boolean {
    return this.#isExpired;
  }

  /** From now on the server is said to have forgotten it. */
  expire(): void {
    this.#isExpired = true;
    for (const act of this.#onExpiry) act();
  }

  /** Does something when it expires; the function that comes back calls it off. */
  onExpiry(act: () => void): () => void {
    this.#onExpiry.add(act);
    return () => this.#onExpiry.delete(act);
  }

  /** Tells the client something unasked, as soon as it listens; without a session, all clients that listen now. */
  tell(message: Buffer): void {
    const [first] = this.listening;
    if (this.id === undefined) for (const hear of this.listening) hear(message);
    else if (first) first(message);
    else this.#unheard = [message];
  }

  /** What it was to be told while it did not listen; from now on it has been. */
  takeUnheard(): Buffer[] {
    return this.#unheard.splice(0);
  }
}

/** The sessions of all clients. */
export class Sessions {
  readonly #none = new Session(undefined);
  readonly #open = new Map<string, Session>();

  of(id: string | undefined): Session {
    if (id === undefined) return this.#none;
    const known = this.#open.get(id);
    if (known) return known;
    const session = new Session(id);
    this.#open.set(id, session);
    return session;
  }

  /** Forgets a session that the client has ended. */
  close(id: string | undefined): void {
    if (id !== undefined && !this.#open.get(id)?.isExpired) this.#open.delete(id);
  }

  all(): Session[] {
    return [this.#none, ...this.#open.values()];
  }
}
