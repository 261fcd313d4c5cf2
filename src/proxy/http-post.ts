import type { RequestId } from "../faults/error.ts";
import { batchOf, toBatch } from "../faults/json-text.ts";
import { hung, replyInstead } from "./http-answer.ts";
import { relayAnswer } from "./http-back.ts";
import { isOf, readBody, unpackedBytes } from "./http-body.ts";
import type { Exchange } from "./http-exchange.ts";
import { withLength } from "./http-headers.ts";
import { subscriber } from "./http-listen.ts";
import { calledOff, type Heard, hearAll, isRequest, type Request } from "./http-messages.ts";
import { type Asked, NO_SESSION, type Session } from "./http-session.ts";
import type { State } from "./http-state.ts";
import { EventStream } from "./http-stream.ts";
import { Whole } from "./http-whole.ts";

/** Relays what a client sends by POST: a message, or a batch of them. */
export class Post {
  readonly #state: State;
  readonly #exchange: Exchange;
  readonly #session: Session;
  /** What is to be answered, and looked into. */
  readonly #awaited = new Map<RequestId, Asked>();
  /** Answers that the server is not asked for. */
  readonly #replies: Buffer[] = [];

  constructor(state: State, exchange: Exchange, session: Session) {
    this.#state = state;
    this.#exchange = exchange;
    this.#session = session;
  }

  async relay(): Promise<void> {
    const body = await readBody(this.#exchange.request);
    const messages = body.whole ? hearAll(body.bytes) : undefined;
    const [first] = messages ?? [];
    if (!messages || !first) {
      const answer = await this.#exchange.askOnward(body.bytes);
      return answer && (await this.#exchange.pipe(answer));
    }
    const isBatch = batchOf(body.bytes) !== undefined;
    if (!isBatch && first.method === undefined) {
      return relayAnswer(this.#state, this.#exchange, this.#session, first);
    }
    const kept = messages.flatMap((message) => this.#take(message) ?? []);
    if (this.#exchange.isOver) return;
    const isWhole = kept.length === messages.length && kept.every((each, at) => each === messages[at]?.bytes);
    const [only = body.bytes] = kept;
    try {
      if (kept.length === 0) await this.#reply(isBatch);
      else await this.#ask(isWhole ? body.bytes : isBatch ? toBatch(kept) : only, messages);
    } finally {
      for (const { id, note } of this.#awaited.values()) if (!this.#session.client.asked.has(id)) note?.missed();
    }
  }

  /** What goes on of a message. */
  #take(message: Heard): Buffer | undefined {
    const { client } = this.#session;
    if (isRequest(message)) return this.#takeRequest(message);
    const called = calledOff(message);
    if (called === undefined) return message.bytes;
    const asked = client.asked.get(called);
    client.asked.delete(called);
    if (asked?.fault?.kind !== "lost_cancellation") return message.bytes;
    asked.note?.landed();
    return undefined;
  }

  #takeRequest(message: Request): Buffer | undefined {
    const { request } = this.#exchange;
    this.#session.client.requests.turn();
    const asked = this.#state.decide(message, this.#session, request);
    const { id, target, fault, note, drift } = asked;
    if (fault?.kind === "expired_session") {
      note?.landed();
      return this.#expire();
    }
    const reply = replyInstead(asked, message.bytes, this.#state.historyOf(request));
    if (reply) {
      note?.landed();
      this.#replies.push(this.#state.drifts.answer(reply, target, drift));
      return undefined;
    }
    if (fault?.kind === "stale") note?.missed();
    const drifted = this.#state.drifts.call(message.bytes, target, drift);
    if ("refusal" in drifted) {
      this.#replies.push(drifted.refusal);
      this.#awaited.set(id, { ...asked, drift: undefined });
      return undefined;
    }
    if (this.#state.wants(asked)) this.#awaited.set(id, asked);
    return drifted.message;
  }

  #expire(): undefined {
    if (this.#session.id === undefined) this.#exchange.reset();
    else {
      this.#exchange.reply(404, NO_SESSION);
      this.#session.expire();
    }
  }

  /** Answers without the server. */
  async #reply(isBatch: boolean): Promise<void> {
    const [only] = this.#replies;
    if (!only) return this.#exchange.reply(202, Buffer.alloc(0));
    await this.#hung();
    const json = isBatch ? toBatch(this.#replies) : only;
    const rawHeaders = ["Content-Type", "application/json", "Date", new Date().toUTCString()];
    const head = {
      statusCode: 200,
      statusMessage: "OK",
      rawHeaders: [...rawHeaders, "Content-Length", `${json.length}`],
    };
    await this.#whole.send({ ...head, body: json, json });
  }

  async #ask(sent: Buffer, messages: readonly Heard[]): Promise<void> {
    const { client, id } = this.#session;
    const exchange = this.#exchange;
    if (id === undefined) {
      const deaf = [...this.#awaited.values()].find(({ fault }) => fault?.kind === "lost_cancellation");
      if (deaf) exchange.onLeft = () => deaf.note?.landed();
    } else {
      for (const asked of this.#awaited.values()) {
        client.asked.get(asked.id)?.note?.missed();
        client.asked.set(asked.id, asked);
      }
    }
    const [answer] = await Promise.all([exchange.ask(sent, withLength(exchange.headers, sent)), this.#hung()]);
    if (!answer) {
      for (const asked of this.#awaited.keys()) client.asked.delete(asked);
      return;
    }
    if (isOf("text/event-stream", answer)) {
      const stream = new EventStream(this.#state, exchange, this.#session, this.#awaited);
      return stream.relay(answer, { first: this.#replies, unasked: subscriber(messages) });
    }
    const isTaken = answer.statusCode === 202;
    if (isTaken || (this.#awaited.size === 0 && this.#replies.length === 0)) {
      await exchange.pipe(answer);
      if (!isTaken) client.answers.turn();
      return;
    }
    const { bytes: body, whole } = await readBody(answer);
    if (!whole) {
      for (const asked of this.#awaited.keys()) client.asked.delete(asked);
      return await exchange.pipe(answer, body);
    }
    const json = isOf("application/json", answer) ? await unpackedBytes(answer.headers, body) : undefined;
    const { statusCode, statusMessage, rawHeaders } = answer;
    await this.#whole.send({ statusCode, statusMessage, rawHeaders, body, json }, this.#replies);
  }

  get #whole(): Whole {
    return new Whole(this.#state, this.#exchange, this.#session, this.#awaited);
  }

  async #hung(): Promise<void> {
    await Promise.all([...this.#awaited.values()].map((asked) => hung(asked, this.#exchange.gone)));
  }
}
