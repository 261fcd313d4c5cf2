import type { Patience } from "./patience.ts";

/** Bytes that no answer of a model comes near to. */
const MOST_BYTES = 16_000_000;

type Limits = Pick<Patience, "silentMs" | "totalMs">;

/**
 * A `fetch` for answers that come in pieces: bounded in bytes, in silence between the pieces, and in time. Redirects are
 * refused: what is sent holds a key, and one could lead away from this machine.
 */
export function boundedFetch(limits: Limits): typeof fetch {
  return async (input, init) => {
    const time = new TimeLimit(limits);
    const given = init?.signal;
    given?.addEventListener("abort", () => time.end(), { once: true });
    const signal = given ? AbortSignal.any([given, time.signal]) : time.signal;
    try {
      const response = await fetch(input, { ...init, redirect: "error", signal });
      time.restart();
      const { status, statusText, headers } = response;
      if (response.body === null) time.end();
      return new Response(response.body && bounded(response.body, time), { status, statusText, headers });
    } catch (error) {
      time.end();
      throw error;
    }
  };
}

function bounded(body: ReadableStream<Uint8Array>, time: TimeLimit): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let bytes = 0;
  return new ReadableStream({
    pull: async (controller) => {
      const { done, value } = await reader.read().catch((error) => {
        time.end();
        throw error;
      });
      if (done) {
        time.end();
        controller.close();
        return;
      }
      time.restart();
      bytes += value.length;
      if (bytes > MOST_BYTES) {
        time.end();
        await reader.cancel();
        throw new Error(`the answer is longer than ${MOST_BYTES / 1_000_000} MB`);
      }
      controller.enqueue(value);
    },
    cancel: (reason) => {
      time.end();
      return reader.cancel(reason);
    },
  });
}

class TimeLimit {
  readonly #controller = new AbortController();
  readonly #silentMs: number;
  readonly #total: NodeJS.Timeout;
  #silence: NodeJS.Timeout;

  constructor({ silentMs, totalMs }: Limits) {
    this.#silentMs = silentMs;
    this.#total = this.#after(totalMs, `not done after ${seconds(totalMs)}`);
    this.#silence = this.#listen();
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  restart(): void {
    clearTimeout(this.#silence);
    this.#silence = this.#listen();
  }

  end(): void {
    clearTimeout(this.#silence);
    clearTimeout(this.#total);
  }

  #listen(): NodeJS.Timeout {
    return this.#after(this.#silentMs, `silent for ${seconds(this.#silentMs)}`);
  }

  #after(ms: number, message: string): NodeJS.Timeout {
    return setTimeout(() => this.#controller.abort(new DOMException(message, "TimeoutError")), ms).unref();
  }
}

function seconds(ms: number): string {
  return `${ms / 1000} s`;
}
