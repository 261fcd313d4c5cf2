import type { Readable, Writable } from "node:stream";
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
 * @returns how the server ended, and what went through
 * @throws FaultlineError `bad-request` where the server cannot be started
 */
export async function relayStdio(relay: StdioRelay): Promise<ChildEnd & { counts: Counts }> {
  const { source, note, stdin, stdout } = relay;
  const child = await startChild(relay);
  const toClient = new Outlet(stdout);
  const toServer = new Outlet(child.stdin);
  const carrier = carry(
    source,
    {
      clock: realClock,
      toClient: (bytes) => toClient.send(bytes),
      toServer: (bytes) => toServer.send(bytes),
      reset: () => child.kill("SIGKILL"),
    },
    note,
  );
  const outlets = [toClient, toServer] as const;
  const fromClient = new Feed({
    message: carrier.fromClient,
    passes: carrier.passesFromClient,
    part: (bytes, last) => toServer.part(bytes, last),
  });
  const fromServer = new Feed({
    message: carrier.fromServer,
    passes: carrier.passesFromServer,
    part: (bytes, last) => toClient.part(bytes, last),
  });
  pump(stdin, fromClient, child.stdin, outlets);
  pump(child.stdout, fromServer, stdout, outlets);
  stdin.once("close", () => child.stdin.end());
  child.stdin.once("close", () => stdin.destroy());
  stdout.once("error", () => child.stdout.destroy());
  const leaving = new AbortController();
  endWithClient(relay, child, leaving.signal);
  const unwatch = relay.onSignal((name) => (leaving.signal.aborted ? stdout.destroy() : child.kill(name)));

  const end = await child.ended;
  leaving.abort();
  await closed(child.stdout);
  stdin.destroy();
  await delivered(carrier, stdout);
  carrier.close();
  await flushed(stdout);
  unwatch();
  return { ...end, counts: carrier.counts };
}

/** Feeds what comes from one side, no faster than the other side takes it. */
function pump(from: Readable, feed: Feed, to: Writable, [first, second]: readonly [Outlet, Outlet]): void {
  const turn = (act: () => void) => first.during(() => second.during(act));
  from.on("data", (chunk: Buffer) => {
    turn(() => feed.push(chunk));
    if (to.writableNeedDrain) from.pause();
  });
  to.on("drain", () => from.resume());
  from.once("end", () => turn(() => feed.end()));
  from.on("error", () => from.destroy());
  // Nobody reads on; what goes there is lost, as it is without a relay.
  to.on("error", () => undefined);
}

/** A server that does not end though its client has vanished is ended. */
function endWithClient({ stdin, stdout, isWatched }: StdioRelay, child: StreamingChild, over: AbortSignal): void {
  let watch: NodeJS.Timeout | undefined;
  const stop = () => {
    clearInterval(watch);
    watch = setTimeout(() => {
      child.kill("SIGTERM");
      watch = setTimeout(() => child.kill("SIGKILL"), GRACE_MS);
    }, GRACE_MS);
  };
  stdin.once("close", () => {
    if (over.aborted) return;
    watch = setInterval(() => (stdout.errored || !isWatched()) && stop(), WATCH_MS);
  });
  over.addEventListener("abort", () => clearTimeout(watch), { once: true });
}

/** Waits for the end of a stream, unless nothing comes for a while though we would take it. */
function closed(stream: Readable): Promise<void> {
  return new Promise((resolve) => {
    if (stream.closed) return resolve();
    let moved = true;
    stream.on("data", () => {
      moved = true;
    });
    const timer = setInterval(() => {
      if (!moved && !stream.isPaused()) stream.destroy();
      moved = false;
    }, DRAIN_MS);
    stream.once("close", () => {
      clearInterval(timer);
      resolve();
    });
  });
}

/** Waits for messages that are under way longer, unless nobody is there to read them. */
function delivered(carrier: Carrier, stdout: Writable): Promise<void> {
  return new Promise((resolve) => {
    carrier.whenDelivered(resolve);
    if (stdout.destroyed) resolve();
    stdout.once("close", resolve).once("error", resolve);
  });
}

function flushed(stdout: Writable): Promise<void> {
  return new Promise((resolve) => {
    if (stdout.destroyed) return resolve();
    stdout.once("close", resolve).once("error", resolve);
    stdout.write("", () => resolve());
  });
}
