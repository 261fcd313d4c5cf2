import type { IncomingMessage } from "node:http";
import type { Drift } from "../faults/fault.ts";
import { LIST_CHANGED } from "../faults/schema-drift.ts";
import type { FaultSource } from "../faults/source.ts";
import { createHistory, type History } from "../faults/stale.ts";
import { targetOf } from "../faults/target.ts";
import type { Counts } from "./carry.ts";
import { Drifts } from "./drifts.ts";
import type { FaultEvent } from "./events.ts";
import { FaultNotes, type Subject } from "./fault-notes.ts";
import type { Request } from "./http-messages.ts";
import { type Asked, type Session, Sessions } from "./http-session.ts";
import type { Upstream } from "./http-upstream.ts";

const LIST = "tools/list";

/** What all exchanges of one relay share. */
export class State {
  readonly upstream: Upstream;
  readonly source: FaultSource;
  readonly notes: FaultNotes;
  readonly drifts: Drifts;
  readonly sessions = new Sessions();
  readonly #histories = new Map<string, History>();
  readonly #atMs: () => number;
  #requests = 0;

  /** @param atMs milliseconds since the relay began */
  constructor(upstream: Upstream, source: FaultSource, note: (event: FaultEvent) => void, atMs: () => number) {
    this.upstream = upstream;
    this.source = source;
    this.notes = new FaultNotes(note, atMs);
    this.drifts = new Drifts(source, this.notes);
    this.#atMs = atMs;
  }

  /** What went through so far. */
  get counts(): Counts {
    return { requests: this.#requests, faults: this.notes.count };
  }

  /** Whether there is any fault to be met. */
  get isActive(): boolean {
    return this.source.rules.length > 0;
  }

  /** The session that a request names. */
  sessionOf({ headers }: IncomingMessage): Session {
    const id = headers["mcp-session-id"];
    return this.sessions.of(typeof id === "string" ? id : undefined);
  }

  /** Earlier answers to whom a request comes from: nobody gets those of others. */
  historyOf({ headers }: IncomingMessage): History {
    const who = headers.authorization ?? "";
    const known = this.#histories.get(who) ?? createHistory(this.source.history);
    this.#histories.set(who, known);
    return known;
  }

  /** Counts a request of either side. */
  count(): void {
    this.#requests += 1;
  }

  /** Counts a request of either side, and decides on it. */
  decide({ id, method, params }: Request, session: Session, from: IncomingMessage): Asked {
    this.count();
    const target = targetOf(method, params);
    const subject = { id, method, target, ...(session.id === undefined ? {} : { session: session.id }) };
    const untouched = { ...subject, params, fault: undefined, note: undefined, drift: undefined };
    if (!this.source.mayTouch(method)) return untouched;
    const earlier = this.historyOf(from).earlier(method, params);
    const { decision, drift, driftBegan } = this.source.decide({ method, target, atMs: this.#atMs(), earlier });
    if (drift && driftBegan) this.#beginDrift(subject, drift);
    if (!decision) return { ...untouched, drift };
    return { ...subject, params, fault: decision.fault, note: this.notes.begin(subject, decision), drift };
  }

  /** Whether the answer to a request has to be looked into. */
  wants({ method, fault, drift }: Asked): boolean {
    const { drifts, history } = this.source;
    return fault !== undefined || drift !== undefined || (drifts && method === LIST) || history > 0;
  }

  /** Keeps an answer as it came, and gives it back with the names that have drifted. */
  heard({ method, target, params, drift }: Asked, answer: Buffer, from: IncomingMessage): Buffer {
    if (this.source.history > 0) this.historyOf(from).keep(method, params, answer);
    return method === LIST && this.source.drifts ? this.drifts.list(answer) : this.drifts.answer(answer, target, drift);
  }

  #beginDrift(subject: Subject, drift: Drift): void {
    this.notes.beginDrift(subject, drift);
    if (!drift.notify) return;
    this.notes.metDrift(subject.target);
    for (const session of this.sessions.all()) session.tell(LIST_CHANGED);
  }
}
