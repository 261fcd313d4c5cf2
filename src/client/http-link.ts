import { z } from "zod";
import { describeError } from "../kernel/errors.ts";
import { EventSplitter } from "../proxy/sse.ts";
import { DisconnectedFailure, MalformedFailure, SessionExpiredFailure } from "./call-failure.ts";
import type { Dial, Link, LinkListener } from "./link.ts";

/**
 * Opens connections to a server over Streamable HTTP, each a session of the protocol's 2025-11-25 revision. There is no
 * stream for what the server says unasked.
 *
 * @param url the server's MCP endpoint
 */
export function httpDial(url: URL): Dial {
  return async (listener) => new HttpLink(url, listener);
}

/** What of a message decides how it is sent. */
const Outgoing = z.object({
  id: z.union([z.number(), z.string()]).optional(),
  method: z.string().optional(),
  params: z.object({ requestId: z.number().optional(), protocolVersion: z.string().optional() }).optional(),
});

class HttpLink implements Link {
  readonly #url: URL;
  readonly #listener: LinkListener;
  readonly #posts = new Map<unknown, AbortController>();
  #session: string | undefined;
  #version: string | undefined;

  constructor(url: URL, listener: LinkListener) {
    this.#url = url;
    this.#listener = listener;
  }

  send(message: string): void {
    const { id, method, params } = Outgoing.parse(JSON.parse(message));
    if (method === "initialize") this.#version = params?.protocolVersion;
    // Nobody waits for that answer any more.
    if (method === "notifications/cancelled") this.#posts.get(params?.requestId)?.abort();
    void this.#post(message, method === undefined || typeof id === "string" ? undefined : id, method);
  }

  async close(): Promise<void> {
    for (const post of this.#posts.values()) post.abort();
    if (this.#session === undefined) return;
    const request = { method: "DELETE", headers: this.#headers(), signal: AbortSignal.timeout(1_000) };
    // A server that is gone has ended the session, too.
    await fetch(this.#url, request).catch(() => undefined);
  }

  /** @param id of a request of ours, which gets a response or is told lost */
  async #post(body: string, id: number | undefined, method: string | undefined): Promise<void> {
    const abort = new AbortController();
    if (id !== undefined) this.#posts.set(id, abort);
    try {
      const headers = { ...this.#headers(method), "Content-Type": "application/json" };
      const response = await fetch(this.#url, { method: "POST", headers, body, signal: abort.signal });
      if (response.status === 404 && this.#session !== undefined) {
        await response.body?.cancel();
        this.#lost(id, new SessionExpiredFailure("the server does not know the session any more"));
        return;
      }
      if (method === "initialize") this.#session = response.headers.get("mcp-session-id") ?? undefined;
      await this.#read(response);
      this.#lost(id, new MalformedFailure(`the answer (HTTP status ${response.status}) has no response in it`));
    } catch (error) {
      this.#lost(id, new DisconnectedFailure(`the connection broke: ${describeError(error)}`));
    } finally {
      this.#posts.delete(id);
    }
  }

  async #read(response: Response): Promise<void> {
    if (!response.headers.get("content-type")?.startsWith("text/event-stream")) {
      const text = await response.text();
      if (text.trim() !== "") this.#listener.message(text);
      return;
    }
    const events = new EventSplitter(Number.POSITIVE_INFINITY);
    for await (const piece of response.body ?? []) {
      for (const { bytes } of events.push(Buffer.from(piece))) this.#event(bytes.toString());
    }
  }

  #event(event: string): void {
    const data = event.split(/\r\n|\r|\n/).filter((line) => line.startsWith("data:"));
    const text = data.map((line) => line.slice(5).replace(/^ /, "")).join("\n");
    if (text !== "") this.#listener.message(text);
  }

  #lost(id: number | undefined, failure: DisconnectedFailure | MalformedFailure | SessionExpiredFailure): void {
    if (id !== undefined) this.#listener.lost(id, failure);
  }

  #headers(method?: string): Record<string, string> {
    return {
      Accept: "application/json, text/event-stream",
      ...(this.#session !== undefined && { "Mcp-Session-Id": this.#session }),
      ...(this.#version !== undefined && method !== "initialize" && { "MCP-Protocol-Version": this.#version }),
    };
  }
}
