import type { Clock } from "../kernel/clock.ts";
import {
  type CallFailure,
  DisconnectedFailure,
  MalformedFailure,
  ProtocolFailure,
  SessionExpiredFailure,
  TimeoutFailure,
} from "./call-failure.ts";
import { type Answer, type Incoming, readIncoming } from "./incoming.ts";
import type { Dial, Link } from "./link.ts";

type Result = Record<string, unknown>;

export interface RequestOptions {
  timeoutMs: number;
  /** Told the id of the request just before it is sent. */
  sending?: ((id: number) => void) | undefined;
}

/** JSON-RPC over one link: every request ends, in a result or in a failure that says what went wrong. */
export interface Connection {
  readonly open: boolean;
  /** @throws CallFailure */
  request(method: string, params: Record<string, unknown>, options: RequestOptions): Promise<Result>;
  notify(method: string): void;
  /** Breaks it off; what is still open fails. */
  close(): Promise<void>;
}

/** Ends a request that waits. */
type Settle = (ending: Result | CallFailure) => void;

/** The ids of a client, over all of its connections. */
export interface Ids {
  last: number;
}

/**
 * Opens a link.
 *
 * @param heard is told of the server's notifications
 */
export async function openConnection(
  dial: Dial,
  clock: Clock,
  ids: Ids,
  heard: (method: string) => void,
): Promise<Connection> {
  const pending = new Map<number, Settle>();
  let link: Link | undefined;
  let gone: string | undefined;
  const end = (reason: string) => {
    gone ??= reason;
    for (const settle of [...pending.values()]) settle(new DisconnectedFailure(reason));
  };
  const send = (message: Record<string, unknown>) => link?.send(JSON.stringify({ jsonrpc: "2.0", ...message }));
  const receive = (incoming: Incoming) => {
    if (incoming.kind === "notification") heard(incoming.method);
    else if (incoming.kind === "request") send(reply(incoming.id, incoming.method));
    else deliver(incoming);
  };
  // An answer to an earlier request is late, or comes twice: it belongs to none.
  const deliver = (answer: Answer) => {
    if (answer.id !== undefined && answer.id <= ids.last) pending.get(answer.id)?.(ending(answer));
    else
      onlyOne(pending)?.(
        answer.kind === "broken" ? ending(answer) : new MalformedFailure("the response has another id"),
      );
  };
  const lost = (id: number, failure: CallFailure) => {
    // Others that are under way may still be answered.
    if (failure instanceof SessionExpiredFailure) gone ??= failure.message;
    pending.get(id)?.(failure);
  };
  link = await dial({ message: (line) => readIncoming(line).forEach(receive), lost, closed: end });
  const request: Connection["request"] = (method, params, { timeoutMs, sending }) =>
    new Promise((resolve, reject) => {
      if (gone !== undefined) return reject(new DisconnectedFailure(gone));
      ids.last += 1;
      const id = ids.last;
      const stop = clock.after(timeoutMs, () => {
        settle(new TimeoutFailure(`no response to ${method} within ${timeoutMs} ms`));
        send({ method: "notifications/cancelled", params: { requestId: id, reason: "timeout" } });
      });
      const settle: Settle = (how) => {
        pending.delete(id);
        stop();
        if (how instanceof Error) reject(how);
        else resolve(how);
      };
      pending.set(id, settle);
      sending?.(id);
      send({ id, method, params });
    });
  return {
    get open() {
      return gone === undefined;
    },
    request,
    notify: (method) => send({ method }),
    close: async () => {
      end("the client has closed the connection");
      await link?.close();
    },
  };
}

/** The request that waits, where it is the only one: what names no request of ours can be told only then. */
function onlyOne(pending: ReadonlyMap<number, Settle>): Settle | undefined {
  return pending.size === 1 ? [...pending.values()][0] : undefined;
}

function ending(answer: Answer): Result | CallFailure {
  if (answer.kind === "error") return new ProtocolFailure(answer.code, answer.message);
  if (answer.kind === "broken") return new MalformedFailure(`the response ${answer.why}`);
  return answer.result;
}

function reply(id: string | number, method: string): Record<string, unknown> {
  if (method === "ping") return { id, result: {} };
  return { id, error: { code: -32_601, message: "Method not found" } };
}
