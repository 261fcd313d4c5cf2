import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { cutMessage } from "../faults/cut.ts";
import type { RequestId } from "../faults/error.ts";
import { faulty, held, replyInstead } from "./http-answer.ts";
import { sendBack } from "./http-back.ts";
import { isPacked, unpacked } from "./http-body.ts";
import { countRequests } from "./http-count.ts";
import type { Exchange } from "./http-exchange.ts";
import { calledOff, type Heard, hear, isRequest, mayCall, type Request } from "./http-messages.ts";
import type { Asked, Session } from "./http-session.ts";
import type { State } from "./http-state.ts";
import { asEvent, EventSplitter, messageIn, withMessage, withoutMessage } from "./sse.ts";

/** What goes out on a stream besides what the server sends on it. */
export interface Others {
  /** Answers that go before it. */
  first?: readonly Buffer[];
  /** How a message that nobody asked for is told on it; undefined where it takes none. */
  unasked?: ((message: Buffer) => Buffer) | undefined;
}

/** A stream of server-sent events on its way to the client. */
export class EventStream {
  readonly #state: State;
  readonly #exchange: Exchange;
  readonly #session: Session;
  /** What is to be answered on this stream. */
  readonly #awaited: Map<RequestId, Asked>;
  readonly #held = new Set<Promise<void>>();
  /** An answer was kept back: as far as the client can tell it may still come. */
  #isOpen = false;
  /** What comes behind an event that is under way in parts. */
  #behind: Buffer[] | undefined;

  constructor(state: State, exchange: Exchange, session: Session, awaited: Map<RequestId, Asked>) {
    this.#state = state;
    this.#exchange = exchange;
    this.#session = session;
    this.#awaited = awaited;
  }

  /** Relays it until it ends; rejects where it breaks off, or the client leaves. */
  async relay(answer: IncomingMessage, { first = [], unasked }: Others): Promise<void> {
    const { response, gone } = this.#exchange;
    if (!this.#state.isActive) {
      countRequests(answer, () => this.#state.count());
      return this.#exchange.pipe(answer);
    }
    // What is renamed, broken or said besides makes a stream of another length.
    this.#exchange.head(answer, ["content-length", ...(isPacked(answer.headers) ? ["content-encoding"] : [])]);
    response.flushHeaders();
    for (const message of [...this.#session.takeUnheard(), ...first]) this.#write(asEvent(message));
    if (unasked) this.#listen(unasked);
    const splitter = new EventSplitter();
    for await (const piece of unpacked(answer)) {
      for (const { bytes, part } of splitter.push(piece as Buffer)) {
        if (part) this.#writePart(bytes, part === "last");
        else if (!this.#pass(bytes)) return;
      }
      if (response.writableNeedDrain && !gone.aborted) await once(response, "drain", { signal: gone });
    }
    this.#writePart(splitter.end(), true);
    await Promise.all(this.#held);
    if (!this.#isOpen) response.end();
  }

  /** Takes what the client is told besides what the server says. */
  #listen(unasked: (message: Buffer) => Buffer): void {
    const { listening } = this.#session;
    const hear = (message: Buffer) => this.#write(asEvent(unasked(message)));
    listening.add(hear);
    this.#exchange.gone.addEventListener("abort", () => listening.delete(hear), { once: true });
  }

  #write(bytes: Buffer): void {
    if (this.#behind) this.#behind.push(bytes);
    else if (bytes.length > 0 && this.#exchange.response.writable) this.#exchange.response.write(bytes);
  }

  /** The next bytes of an event that is too long to be looked into; nothing else gets into its middle. */
  #writePart(bytes: Buffer, last: boolean): void {
    const behind = this.#behind ?? [];
    this.#behind = undefined;
    this.#write(bytes);
    if (last) for (const event of behind) this.#write(event);
    else this.#behind = behind;
  }

  /** Whether the stream goes on behind this event. */
  #pass(event: Buffer): boolean {
    const { asked, answers } = this.#session.client;
    const isAwaited = this.#awaited.size > 0 || asked.size > 0 || answers.isWaitedFor;
    const isOfInterest = isAwaited || mayCall(event);
    const text = isOfInterest ? messageIn(event) : undefined;
    const message = text === undefined ? undefined : hear(Buffer.from(text));
    if (!message) {
      this.#write(event);
      return true;
    }
    if (message.method === undefined) return this.#answered(event, message) && this.#goesOn();
    if (isRequest(message)) return this.#asked(event, message) && this.#goesOn();
    this.#notified(event, message);
    return this.#goesOn();
  }

  /** Ends the stream behind its first message where it is to be cut. */
  #goesOn(): boolean {
    const cut = [...this.#awaited.values()].find(({ fault }) => fault?.kind === "cut");
    if (!cut) return true;
    this.#forget(cut);
    cut.note?.landed();
    this.#exchange.cutOff(Buffer.alloc(0));
    return false;
  }

  #asked(event: Buffer, message: Request): boolean {
    const { request } = this.#exchange;
    const { server } = this.#session;
    if (server.asked.has(message.id)) {
      // The client listens again, and the server repeats what was said meanwhile.
      this.#write(event);
      return true;
    }
    server.requests.turn();
    const asked = this.#state.decide(message, this.#session, request);
    if (asked.fault?.kind === "expired_session") {
      asked.note?.landed();
      this.#session.expire();
      return false;
    }
    const reply = replyInstead(asked, message.bytes, this.#state.historyOf(request));
    if (reply) {
      asked.note?.landed();
      this.#write(withoutMessage(event));
      sendBack(this.#state, this.#exchange, reply);
    } else {
      if (this.#state.wants(asked)) server.asked.set(asked.id, asked);
      this.#write(event);
    }
    return true;
  }

  #notified(event: Buffer, message: Heard): void {
    const asked = this.#session.server.asked.get(calledOff(message) ?? null);
    const isLost = asked?.fault?.kind === "lost_cancellation";
    if (isLost) asked.note?.landed();
    this.#write(isLost ? withoutMessage(event) : event);
  }

  #answered(event: Buffer, { id, bytes }: Heard): boolean {
    const { client } = this.#session;
    const asked = this.#awaited.get(id ?? null) ?? client.asked.get(id ?? null);
    if (!asked) {
      this.#write(event);
      client.answers.turn();
      return true;
    }
    this.#forget(asked);
    const { fault } = asked;
    const answer = this.#state.heard(asked, bytes, this.#exchange.request);
    const wait = held(asked, client, this.#exchange.gone);
    if (fault?.kind === "reset") this.#exchange.reset();
    else if (fault?.kind === "cut") this.#exchange.cutOff(cutMessage(event, fault.at));
    else this.#send(event, bytes, faulty(answer, fault), wait);
    return fault?.kind !== "reset" && fault?.kind !== "cut";
  }

  #send(event: Buffer, bytes: Buffer, parts: readonly Buffer[], wait: Promise<void> | undefined): void {
    const events = parts.map((part) => (part.equals(bytes) ? event : withMessage(event, part)));
    const send = () => {
      for (const each of events) this.#write(each);
      this.#session.client.answers.turn();
    };
    if (parts.length === 0) {
      this.#isOpen = true;
      this.#write(withoutMessage(event));
    } else if (wait) {
      const sent = wait.then(send, () => undefined).finally(() => this.#held.delete(sent));
      this.#held.add(sent);
    } else send();
  }

  #forget({ id }: Asked): void {
    this.#awaited.delete(id);
    this.#session.client.asked.delete(id);
  }
}
