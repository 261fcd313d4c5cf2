import { setMaxListeners } from "node:events";
import type { ClientRequest, IncomingMessage, ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import { changed, type RawHeaders, relayed, without } from "./http-headers.ts";
import type { Upstream } from "./http-upstream.ts";

/** Status and headers of an answer. */
export type Head = Pick<IncomingMessage, "statusCode" | "statusMessage" | "rawHeaders">;

/** One request of a client over HTTP, and what the client gets for it. */
export class Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly #upstream: Upstream;
  /** Made when it is asked for: most exchanges need none. */
  #gone: AbortController | undefined;
  #onward: ClientRequest | undefined;
  #isBroken = false;
  /** Called in place of breaking off the request to the server when the client breaks off its own. */
  onLeft: (() => void) | undefined;

  constructor(upstream: Upstream, request: IncomingMessage, response: ServerResponse) {
    this.#upstream = upstream;
    this.request = request;
    this.response = response;
    response.sendDate = false;
    response.on("error", () => undefined);
    response.on("close", () => {
      this.#gone?.abort();
      if (response.writableFinished) return;
      if (this.onLeft) this.onLeft();
      else this.#onward?.destroy();
    });
  }

  /** Fires when nothing more can reach the client: it has all, or has left. */
  get gone(): AbortSignal {
    if (!this.#gone) {
      this.#gone = new AbortController();
      // As many as there are requests in a batch.
      setMaxListeners(0, this.#gone.signal);
      if (this.response.closed) this.#gone.abort();
    }
    return this.#gone.signal;
  }

  /** Whether the client needs nothing more: it has an answer, or the connection is broken. */
  get isOver(): boolean {
    return this.#isBroken || this.response.writableEnded || this.request.socket.destroyed;
  }

  /** The headers that go on to the server. */
  get headers(): string[] {
    return relayed(this.request.rawHeaders);
  }

  /** Has the server answer as the client asked; with `body`, to that in place of what the client sends. */
  ask(body: Buffer, headers: RawHeaders = this.headers): Promise<IncomingMessage | undefined> {
    const answer = this.#begin(headers);
    this.#onward?.end(body);
    return answer;
  }

  /**
   * Has the server answer to what the client sends, while it comes.
   *
   * @param read what has been read of it already
   */
  askOnward(read: Buffer = Buffer.alloc(0)): Promise<IncomingMessage | undefined> {
    const answer = this.#begin(this.headers);
    if (this.#onward) {
      if (read.length > 0) this.#onward.write(read);
      this.request.pipe(this.#onward);
    }
    return answer;
  }

  /**
   * Relays an answer as it is, while it comes; rejects where it breaks off.
   *
   * @param read what has been read of it already
   */
  async pipe(answer: IncomingMessage, read: Buffer = Buffer.alloc(0)): Promise<void> {
    this.head(answer);
    if (read.length > 0) this.response.write(read);
    // Of a body that has a length the first bytes are on their way, and go out with the head.
    if (answer.headers["content-length"] === undefined) this.response.flushHeaders();
    await pipeline(answer, this.response);
  }

  /** Sends the head of an answer as it came, but for headers that are left out or said otherwise. */
  head(answer: Head, leaveOut: readonly string[] = [], more: RawHeaders = []): void {
    const kept = without(relayed(answer.rawHeaders), new Set(leaveOut));
    const headers = changed(kept, "location", (location) =>
      this.#upstream.asSeenBy(this.request.headers.host, location),
    );
    if (this.response.destroyed) return;
    this.response.writeHead(answer.statusCode ?? 502, answer.statusMessage, [...headers, ...more]);
  }

  /** Answers in the server's place. */
  reply(status: number, body: Buffer): void {
    const headers = ["Content-Type", "application/json", "Content-Length", String(body.length)];
    this.response.sendDate = true;
    this.response.writeHead(status, body.length === 0 ? [] : headers).end(body);
  }

  /** Sends the server only the beginning of a request, then breaks both connections off. */
  askHalf(part: Buffer): void {
    void this.#begin(this.headers);
    const { socket } = this.request;
    this.#onward?.write(part, () => socket.destroy());
  }

  /** Breaks the connection off, as when the other side has crashed; what was sent before is on its way. */
  reset(): void {
    this.#isBroken = true;
    setImmediate(() => this.request.socket.resetAndDestroy());
  }

  /** Breaks the connection off. */
  breakOff(): void {
    this.request.socket.destroy();
  }

  /** Breaks the connection off behind what was sent. */
  cutOff(last: Buffer): void {
    this.response.write(last, () => this.request.socket.destroy());
  }

  /** Resolves to the server's answer, or to nothing when there is none and the client knows. */
  #begin(headers: RawHeaders): Promise<IncomingMessage | undefined> {
    const { request, response } = this;
    const onward = this.#upstream.request(request.method ?? "GET", request.url ?? "/", headers);
    this.#onward = onward;
    if (response.closed) onward.destroy();
    return new Promise((resolve) => {
      onward.once("response", resolve);
      onward.on("error", (error: NodeJS.ErrnoException) => {
        const { code, message } = error;
        // Else the client has left, and what it asked for was called off.
        if (!response.closed && !this.#isBroken) this.#upstream.failed(error);
        if (response.headersSent || code === "ECONNRESET" || code === "EPIPE") request.socket.destroy();
        else response.writeHead(502, { "Content-Type": "text/plain" }).end(`${message}\n`);
        resolve(undefined);
      });
    });
  }
}
