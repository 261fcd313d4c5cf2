import { finished, type Readable, type Writable } from "node:stream";
import type { FaultSource } from "../faults/source.ts";
import { type ChildEnd, type StreamingChild, startChild } from "../kernel/child.ts";
import { realClock } from "../kernel/clock.ts";
import { type Carrier, type Counts, carry } from "./carry.ts";
import type { FaultEvent } from "./events.ts";
import { Feed } from "./feed.ts";
import { Outlet } from "./outlet.ts";

export interface StdioRelay {
  /** The server: program and arguments. */
  argv: readonly [string, ...string[]];
  cwd: string;
  env: NodeJS.ProcessEnv;
  source: FaultSource;
  /** Told of each fault once, as by `carry`. */
  note(event: FaultEvent): void;
  /** From and to the client. */
  stdin: Readable;
  stdout: Writable;
  /** Calls back for each signal that asks us to end, which the server gets instead; what comes back ends that. */
  onSignal(pass: (name: NodeJS.Signals) => void): () => void;
  /** Whether whoever started us is still there. */
  isWatched(): boolean;
}

/** Milliseconds for what the server wrote last to arrive, should somebody else hold its output open. */
const DRAIN_MS = 200;
/** Milliseconds for the server of a client that has vanished to end by itself, and again to end when asked. */
const GRACE_MS = 2000;
const WATCH_MS = 1000;

/**
 * Runs a server and relays between it and the client until it has ended.
 *
 * @returns how the server ended (or by which signal we are to end, where one came behind that), and what went through
 * @throws FaultlineError `bad-request` where the server cannot be started
 */
export async function relayStdio(relay: StdioRelay): Promise<ChildEnd & { counts: Counts }> {
  const { stdin, stdout } = relay;
  const child = await startChild(relay);
  const closing = closes(child.stdout);
  const carrier = connect(relay, child);
  const ended = new AbortController();
  const left = new AbortController();
  const leave = () => left.abort();
  stdout.once("error", leave).once("close", leave);
  // The server then hears itself that nobody reads.
  left.signal.addEventListener("abort", () => child.stdout.destroy());
  let last: NodeJS.Signals | undefined;
  const unwatch = relay.onSignal((name) => {
    if (!ended.signal.aborted) return child.kill(name);
    last = name;
    leave();
  });
  endWithClient(relay, child, left.signal, ended.signal);

  const end = await child.ended;
  ended.abort();
  await closed(child.stdout, closing);
  stdin.destroy();
  await unless(left.signal, (resolve) => carrier.whenDelivered(resolve));
  carrier.close();
  await unless(left.signal, (resolve) => stdout.write("", () => resolve()));
  unwatch();
  return { ...(last ? { exitCode: undefined, signal: last } : end), counts: carrier.counts };
}

/** Carries messages between the streams of both sides. */
function connect({ source, note, stdin, stdout }: StdioRelay, child: StreamingChild): Carrier {
  const toClient = new Outlet(stdout);
  const toServer = new Outlet(child.stdin);
  const reset = () => {
    child.stdout.destroy();
    child.kill("SIGKILL");
  };
  const wire = {
    clock: realClock,
    toClient: (bytes: Buffer) => toClient.send(bytes),
    toServer: (bytes: Buffer) => toServer.send(bytes),
    reset,
  };
  const carrier = carry(source, wire, note);
  const together = (turn: () => void) => toClient.during(() => toServer.during(turn));
  const fromClient = new Feed({
    message: carrier.fromClient,
    passes: carrier.passesFromClient,
    isTooLong: carrier.tooLongFromClient,
    part: (bytes, last) => toServer.part(bytes, last),
  });
  const fromServer = new Feed({
    message: carrier.fromServer,
    passes: carrier.passesFromServer,
    isTooLong: carrier.tooLongFromServer,
    part: (bytes, last) => toClient.part(bytes, last),
  });
  pump(stdin, fromClient, child.stdin, together);
  pump(child.stdout, fromServer, stdout, together);
  stdin.once("end", () => together(() => fromClient.end()));
  // Which comes without an end where somebody else holds the server's output open.
  child.stdout.once("close", () => together(() => fromServer.end()));
  whenOver(stdin, () => child.stdin.end());
  child.stdin.once("close", () => stdin.destroy());
  return carrier;
}

/** Feeds what comes from one side, no faster than the other side takes it. */
function pump(from: Readable, feed: Feed, to: Writable, together: (turn: () => void) => void): void {
  from.on("data", (chunk: Buffer) => {
    together(() => feed.push(chunk));
    if (to.writableNeedDrain) from.pause();
  });
  to.on("drain", () => from.resume());
  // A side that breaks off is one that has ended; what goes to it is lost, as it is without a relay.
  from.on("error", () => undefined);
  to.on("error", () => undefined);
}

/** A server that goes on though its client has vanished is ended. */
function endWithClient(relay: StdioRelay, child: StreamingChild, left: AbortSignal, ended: AbortSignal): void {
  let timer: NodeJS.Timeout | undefined;
  const stop = () => {
    clearInterval(timer);
    timer = setTimeout(() => {
      child.kill("SIGTERM");
      timer = setTimeout(() => child.kill("SIGKILL"), GRACE_MS);
    }, GRACE_MS);
  };
  whenOver(relay.stdin, () => {
    if (!ended.aborted) timer = setInterval(() => (left.aborted || !relay.isWatched()) && stop(), WATCH_MS);
  });
  ended.addEventListener("abort", () => clearTimeout(timer), { once: true });
}

/** The event: the property of that name is true before it, while the last line has not been taken. */
function closes(stream: Readable): Promise<void> {
  return new Promise((resolve) => stream.once("close", resolve));
}

/** Waits for the end of a stream, unless nothing comes for a while though we would take it. */
async function closed(stream: Readable, closing: Promise<void>): Promise<void> {
  let moved = true;
  stream.on("data", () => {
    moved = true;
  });
  const timer = setInterval(() => {
    if (!moved && !stream.isPaused()) stream.destroy();
    moved = false;
  }, DRAIN_MS);
  await closing;
  clearInterval(timer);
}

/** Standard input that is a file ends without ever being closed. */
function whenOver(stream: Readable, act: () => void): void {
  finished(stream, { writable: false }, act);
}

/** Waits until something is done, or `signal` fires. */
function unless(signal: AbortSignal, begin: (resolve: () => void) => void): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    signal.addEventListener("abort", () => resolve(), { once: true });
    begin(resolve);
  });
}
