import { cutMessage } from "../faults/cut.ts";
import { faulty, held, hung } from "./http-answer.ts";
import type { Exchange } from "./http-exchange.ts";
import { withLength, without } from "./http-headers.ts";
import type { Heard } from "./http-messages.ts";
import type { Session } from "./http-session.ts";
import type { State } from "./http-state.ts";

/** Headers of a request that do not hold for another one of the same client. */
const OF_REQUEST = new Set(["accept", "content-length", "content-type", "last-event-id", "transfer-encoding"]);

/** Gives the server, in the client's place, an answer to what it asked on a stream that the client opened. */
export function sendBack(state: State, { request, headers }: Exchange, answer: Buffer): void {
  const more = ["Accept", "application/json, text/event-stream", "Content-Type", "application/json"];
  const all = [...without(headers, OF_REQUEST), ...more, "Content-Length", String(answer.length)];
  const onward = state.upstream.request("POST", request.url ?? "/", all);
  onward.on("response", (taken) => taken.resume());
  // A server that has gone meanwhile needs no answer any more.
  onward.on("error", () => undefined);
  onward.end(answer);
}

/** Relays the client's answer to a request of the server, as the fault of that request has it. */
export async function relayAnswer(
  state: State,
  exchange: Exchange,
  session: Session,
  { id, bytes }: Heard,
): Promise<void> {
  const { server } = session;
  const asked = server.asked.get(id ?? null);
  server.asked.delete(id ?? null);
  const fault = asked?.fault;
  const answer = asked ? state.heard(asked, bytes, exchange.request) : bytes;
  if (asked) await hung(asked, exchange.gone);
  if (asked) await held(asked, server, exchange.gone);
  if (fault?.kind === "reset") return exchange.reset();
  if (fault?.kind === "cut") return exchange.askHalf(cutMessage(answer, fault.at));
  const [first, ...more] = faulty(answer, fault);
  if (first === undefined) return exchange.reply(202, Buffer.alloc(0));
  const taken = await exchange.ask(first, withLength(exchange.headers, first));
  server.answers.turn();
  for (const again of more) sendBack(state, exchange, again);
  if (taken) await exchange.pipe(taken);
}
