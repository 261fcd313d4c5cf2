import { cutMessage } from "../faults/cut.ts";
import type { RequestId } from "../faults/error.ts";
import { batchOf, toBatch } from "../faults/json-text.ts";
import { faulty, held } from "./http-answer.ts";
import type { Exchange, Head } from "./http-exchange.ts";
import { hear } from "./http-messages.ts";
import type { Asked, Session } from "./http-session.ts";
import type { State } from "./http-state.ts";
import { asEvent } from "./sse.ts";

/** An answer that came as a whole. */
export interface Answer extends Head {
  /** As it came. */
  body: Buffer;
  /** The JSON in it; undefined where it is none. */
  json: Buffer | undefined;
}

/** The headers that say how a body is sent, when another one is. */
const OF_BODY = ["content-length", "content-encoding", "transfer-encoding", "etag", "content-md5", "digest"];

/** Sends an answer on as the faults of the requests that it answers have it. */
export class Whole {
  readonly #state: State;
  readonly #exchange: Exchange;
  readonly #session: Session;
  readonly #awaited: ReadonlyMap<RequestId, Asked>;

  constructor(state: State, exchange: Exchange, session: Session, awaited: ReadonlyMap<RequestId, Asked>) {
    this.#state = state;
    this.#exchange = exchange;
    this.#session = session;
    this.#awaited = awaited;
  }

  /**
   * @param more answers of a batch that the server was not asked for
   * @returns when all is sent that will be; rejects when the client has left before
   */
  async send(answer: Answer, more: readonly Buffer[] = []): Promise<void> {
    const { client } = this.#session;
    const all = [...this.#awaited.values()];
    const batch = answer.json && batchOf(answer.json);
    const messages = batch ?? (answer.json ? [answer.json] : []);
    const unanswered = new Map(this.#awaited);
    const parts = messages.flatMap((message) => this.#parts(message, unanswered));
    for (const { fault, note } of unanswered.values()) {
      if (fault?.kind === "malformed" || fault?.kind === "duplicate") note?.missed();
    }
    for (const { id } of all) client.asked.delete(id);
    await Promise.all(all.map((asked) => held(asked, client, this.#exchange.gone)));
    if (this.#breaks(answer, all)) return;
    const isLost = [...unanswered.values()].some(({ fault }) => faulty(answer.body, fault).length === 0);
    if (isLost || (messages.length > 0 && parts.length === 0)) return;
    const told = batch || messages.length === 0 ? [] : this.#session.takeUnheard();
    const isSame =
      told.length === 0 &&
      more.length === 0 &&
      parts.length === messages.length &&
      parts.every((each, at) => each === messages[at]);
    if (isSame) this.#write(answer, answer.body);
    else this.#writeOther(answer, [...told, ...(batch ? [toBatch([...parts, ...more])] : parts)]);
    client.answers.turn();
  }

  /** What goes out of a message. */
  #parts(bytes: Buffer, unanswered: Map<RequestId, Asked>): Buffer[] {
    const message = hear(bytes);
    const asked = this.#awaited.get(message?.id ?? null);
    if (message?.method !== undefined || !asked) return [bytes];
    unanswered.delete(asked.id);
    return faulty(this.#state.heard(asked, bytes, this.#exchange.request), asked.fault);
  }

  /** Breaks the connection where one of the requests is to meet that. */
  #breaks(answer: Answer, all: readonly Asked[]): boolean {
    const broken = all.find(({ fault }) => fault?.kind === "reset" || fault?.kind === "cut")?.fault;
    if (broken?.kind === "reset") this.#exchange.reset();
    if (broken?.kind === "cut") {
      this.#exchange.head(answer);
      this.#exchange.cutOff(cutMessage(answer.body, broken.at));
    }
    return broken !== undefined;
  }

  #write(head: Head, body: Buffer): void {
    this.#exchange.head(head);
    this.#exchange.response.end(body);
  }

  /** Only a stream of events can hold more than one message that is no batch. */
  #writeOther(answer: Answer, [first = Buffer.alloc(0), ...more]: readonly Buffer[]): void {
    const body = more.length === 0 ? first : Buffer.concat([first, ...more].map(asEvent));
    const type = more.length === 0 ? [] : ["Content-Type", "text/event-stream"];
    const leftOut = more.length === 0 ? OF_BODY : [...OF_BODY, "content-type"];
    this.#exchange.head(answer, leftOut, [...type, "Content-Length", String(body.length)]);
    this.#exchange.response.end(body);
  }
}
