import { isOf, isPacked } from "./http-body.ts";
import type { Exchange } from "./http-exchange.ts";
import { Post } from "./http-post.ts";
import { NO_SESSION, type Session } from "./http-session.ts";
import type { State } from "./http-state.ts";
import { EventStream } from "./http-stream.ts";

/**
 * Relays one request of a client, whatever it is; one that breaks off on either side breaks off on the other. Rejects
 * with what is a mistake of our own.
 */
export async function relayExchange(state: State, exchange: Exchange): Promise<void> {
  try {
    await relay(state, exchange);
  } catch (error) {
    exchange.breakOff();
    // Connections end with errors that have a code, or by an abort.
    if ((error instanceof TypeError || error instanceof RangeError) && !("code" in error)) throw error;
  }
}

async function relay(state: State, exchange: Exchange): Promise<void> {
  const { request } = exchange;
  if (!state.upstream.isEndpoint(request.url ?? "/")) {
    await passOn(exchange);
    return;
  }
  const session = state.sessionOf(request);
  if (session.isExpired) return exchange.reply(404, NO_SESSION);
  const forget = session.onExpiry(() => exchange.isOver || exchange.breakOff());
  exchange.response.once("close", forget);
  if (request.method === "POST" && isOf("application/json", request) && !isPacked(request.headers)) {
    return new Post(state, exchange, session).relay();
  }
  if (request.method === "GET") return listen(state, exchange, session);
  const status = await passOn(exchange);
  if (request.method === "DELETE" && status === 200) state.sessions.close(session.id);
}

/** The server's status, where it has answered. */
async function passOn(exchange: Exchange): Promise<number | undefined> {
  const answer = await exchange.askOnward();
  if (answer) await exchange.pipe(answer);
  return answer?.statusCode;
}

/** A stream on which the server tells what nobody asked for, or what another one lacked when it broke off. */
async function listen(state: State, exchange: Exchange, session: Session): Promise<void> {
  const answer = await exchange.askOnward();
  if (!answer) return;
  if (!isOf("text/event-stream", answer)) return exchange.pipe(answer);
  await new EventStream(state, exchange, session, new Map()).relay(answer, { unasked: (message) => message });
}
