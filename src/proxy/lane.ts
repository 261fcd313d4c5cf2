import { errorReply } from "../faults/error.ts";
import type { Drift } from "../faults/fault.ts";
import { underIdOf } from "../faults/reply-id.ts";
import { LIST_CHANGED } from "../faults/schema-drift.ts";
import type { Decision, FaultSource } from "../faults/source.ts";
import { createHistory, type History } from "../faults/stale.ts";
import { targetOf } from "../faults/target.ts";
import { Answers } from "./answers.ts";
import { readCall } from "./call.ts";
import { Drifts } from "./drifts.ts";
import type { FaultNote, FaultNotes, Subject } from "./fault-notes.ts";
import { responseId } from "./head.ts";
import { asLine, toLine } from "./line.ts";
import type { Way } from "./way.ts";

/** What both directions of a session have in common. */
export interface Session {
  source: FaultSource;
  notes: FaultNotes;
  /** Milliseconds since it began. */
  atMs(): number;
  /** Breaks the connection. */
  reset(): void;
}

/** A request, with what was decided on it. */
interface Asked extends Subject {
  params: unknown;
  met: { decision: Decision; note: FaultNote } | undefined;
  drift: Drift | undefined;
}

const CANCELLED = "notifications/cancelled";
const LIST = "tools/list";

/**
 * The requests of one side, and the responses to them. What goes on of a message comes back, as the same bytes where it
 * is untouched; whatever else is to be sent it sends itself.
 */
export class Lane {
  readonly answers: Answers;
  readonly #session: Session;
  readonly #toAsker: Way;
  readonly #history: History;
  readonly #drifts: Drifts;
  readonly #touchable = new Map<string, boolean>();
  /** Requests whose responses have to be looked at, by id. */
  readonly #open = new Map<string, Asked>();
  #requests = 0;

  constructor(session: Session, toAsker: Way) {
    this.#session = session;
    this.#toAsker = toAsker;
    this.answers = new Answers(toAsker, session.reset);
    this.#history = createHistory(session.source.history);
    this.#drifts = new Drifts(session.source, session.notes);
  }

  /** How many requests there were. */
  get requests(): number {
    return this.#requests;
  }

  /** Whether responses go on untouched now, whatever is in them. */
  get isQuiet(): boolean {
    return this.#open.size === 0 && this.answers.isQuiet;
  }

  /** Whether a request or notification goes on untouched, whatever is in it. */
  passes(method: string): boolean {
    if (method === CANCELLED && this.#open.size > 0) return false;
    return !this.#mayTouch(method) && !(method === LIST && this.#session.source.drifts);
  }

  /** A request or notification is on its way. */
  begin(method: string): void {
    if (method.startsWith("notifications/")) return;
    this.#requests += 1;
    this.answers.askerWentOn();
  }

  call(bytes: Buffer): Buffer | undefined {
    const call = readCall(bytes);
    if (!call) return bytes;
    const { id, method, params } = call;
    if (method === CANCELLED && this.#losesCancellation(params)) return undefined;
    if (id === undefined) return bytes;
    return this.#ask({ id, method, target: targetOf(method, params) }, params, bytes);
  }

  response(bytes: Buffer): Buffer | undefined {
    if (this.#open.size === 0) return bytes;
    const key = JSON.stringify(responseId(bytes));
    const asked = this.#open.get(key);
    if (!asked) return bytes;
    this.#open.delete(key);
    if (this.#session.source.history > 0) this.#history.keep(asked.method, asked.params, Buffer.from(bytes));
    return this.#answer(asked, asked.method === LIST ? this.#drifts.list(bytes) : bytes);
  }

  #mayTouch(method: string): boolean {
    const known = this.#touchable.get(method);
    if (known !== undefined) return known;
    const may = this.#session.source.mayTouch(method);
    this.#touchable.set(method, may);
    return may;
  }

  #losesCancellation(params: unknown): boolean {
    const id = typeof params === "object" && params !== null && "requestId" in params ? params.requestId : undefined;
    const asked = this.#open.get(JSON.stringify(id));
    if (asked?.met?.decision.fault.kind !== "lost_cancellation") return false;
    asked.met.note.landed();
    asked.met = undefined;
    return true;
  }

  #ask(subject: Subject, params: unknown, bytes: Buffer): Buffer | undefined {
    const { method, target } = subject;
    const { source, notes, atMs } = this.#session;
    if (!this.#mayTouch(method)) return this.#await({ ...subject, params, met: undefined, drift: undefined }, bytes);
    const earlier = this.#history.earlier(method, params);
    const { decision, drift, driftBegan } = source.decide({ method, target, atMs: atMs(), earlier });
    if (drift && driftBegan) {
      notes.beginDrift(subject, drift);
      if (drift.notify) this.#tellOfDrift(target);
    }
    const met = decision && { decision, note: notes.begin(subject, decision) };
    return this.#meet({ ...subject, params, met, drift }, bytes);
  }

  #tellOfDrift(tool: string): void {
    this.#session.notes.metDrift(tool);
    this.#toAsker.send(asLine(LIST_CHANGED));
  }

  /** What a fault does before the other side is asked. */
  #meet(asked: Asked, bytes: Buffer): Buffer | undefined {
    if (!asked.met) return this.#await(asked, bytes);
    const { note, decision } = asked.met;
    const { fault } = decision;
    switch (fault.kind) {
      case "error":
        note.landed();
        return this.answers.send(underIdOf(bytes, toLine(errorReply(asked.id, fault, asked.method, asked.params))));
      case "expired_session":
        note.landed();
        this.#session.reset();
        return undefined;
      case "stale": {
        const earlier = this.#history.pick(asked.method, asked.params, fault);
        if (!earlier) {
          note.missed();
          return this.#await({ ...asked, met: undefined }, bytes);
        }
        note.landed();
        return this.answers.send(this.#drifts.answer(underIdOf(bytes, earlier), asked.target, asked.drift));
      }
      case "hang":
        this.#toAsker.hang(fault.forMs, note.landed);
    }
    return this.#await(asked, bytes);
  }

  #await(asked: Asked, bytes: Buffer): Buffer | undefined {
    const drifted = this.#drifts.call(bytes, asked.target, asked.drift);
    if ("refusal" in drifted) {
      const refused = this.#answer({ ...asked, drift: undefined }, asLine(drifted.refusal));
      return refused && this.answers.send(refused);
    }
    if (asked.met || asked.drift || asked.method === LIST || this.#session.source.history > 0) {
      const key = JSON.stringify(asked.id);
      this.#open.get(key)?.met?.note.missed();
      this.#open.set(key, asked);
    }
    return drifted.message;
  }

  #answer(asked: Asked, bytes: Buffer): Buffer | undefined {
    const drifted = this.#drifts.answer(bytes, asked.target, asked.drift);
    return asked.met ? this.answers.meet(drifted, asked.met.decision.fault, asked.met.note) : drifted;
  }
}
