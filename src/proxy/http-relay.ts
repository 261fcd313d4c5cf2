import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { FaultSource } from "../faults/source.ts";
import type { Address } from "../kernel/address.ts";
import { realClock } from "../kernel/clock.ts";
import { describeError, FaultlineError } from "../kernel/errors.ts";
import type { Counts } from "./carry.ts";
import type { FaultEvent } from "./events.ts";
import { relayExchange } from "./http-dispatch.ts";
import { Exchange } from "./http-exchange.ts";
import { fromThisMachine } from "./http-guard.ts";
import { State } from "./http-state.ts";
import { Upstream } from "./http-upstream.ts";

/** Milliseconds; longer than clients keep a connection that they do not use, so that they close it first. */
const KEEP_ALIVE = 60_000;

export interface HttpRelay {
  /** The server's MCP endpoint; other paths of its origin are relayed as well. */
  upstream: URL;
  /** Where clients connect, on this machine alone. */
  address: Address;
  source: FaultSource;
  /** Told of each fault once: when it has landed, or when it is certain that it will not. */
  note(event: FaultEvent): void;
  /** Told of each kind of trouble with the server once, in one line. */
  tell(line: string): void;
  /** Ends the relay. */
  signal: AbortSignal;
  /** Told once clients can connect, with the address of the endpoint. */
  onListening(url: string): void;
}

/**
 * Relays between Streamable HTTP clients and one server, in sessions or without them, until `signal` fires.
 *
 * @returns what went through
 * @throws FaultlineError `process-failed` where the address cannot be had
 */
export async function relayHttp(relay: HttpRelay): Promise<Counts> {
  const { upstream, address, source, note, signal, onListening } = relay;
  const server = new Upstream(upstream, relay.tell);
  const began = realClock.now();
  const state = new State(server, source, note, () => realClock.now() - began);
  const over = new AbortController();
  let mistake: unknown;
  const fail = (error: unknown) => {
    mistake = error;
    over.abort();
  };
  const listener = createServer({ requestTimeout: 0, keepAliveTimeout: KEEP_ALIVE }, (request, response) => {
    if (fromThisMachine(request, address.host))
      relayExchange(state, new Exchange(server, request, response)).catch(fail);
    else response.writeHead(403, { "Content-Type": "text/plain", Connection: "close" }).end("Forbidden\n");
  });
  const port = await start(listener, address);
  // A connection that cannot be taken, for want of descriptors, is the client's to try again.
  listener.on("error", () => undefined);
  const host = address.host.includes(":") ? `[${address.host}]` : address.host;
  onListening(`http://${host}:${port}${upstream.pathname}${upstream.search}`);
  await aborted(AbortSignal.any([signal, over.signal]));
  // What the end breaks off has met no fault.
  state.notes.close();
  await new Promise<void>((resolve) => {
    listener.close(() => resolve());
    listener.closeAllConnections();
  });
  server.close();
  if (mistake) throw mistake;
  return state.counts;
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    signal.addEventListener("abort", () => resolve(), { once: true });
    if (signal.aborted) resolve();
  });
}

/** The port that was taken. */
async function start(listener: Server, { host, port }: Address): Promise<number> {
  try {
    await new Promise<void>((resolve, reject) => {
      listener.once("error", reject).listen(port, host, () => resolve());
    });
  } catch (error) {
    throw new FaultlineError("process-failed", `cannot listen on ${host}:${port}: ${describeError(error)}`, {
      hint: "--http with another port, or with 0 for any that is free",
    });
  }
  return (listener.address() as AddressInfo).port;
}
