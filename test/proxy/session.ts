import { createEngine } from "../../src/faults/engine.ts";
import type { FaultSource } from "../../src/faults/source.ts";
import type { Clock } from "../../src/kernel/clock.ts";
import { type Carrier, carry } from "../../src/proxy/carry.ts";
import type { FaultEvent } from "../../src/proxy/events.ts";
import { profileOf } from "../faults/support.ts";

/** A clock that goes on only when it is told to. */
export interface ManualClock extends Clock {
  advance(ms: number): void;
}

export function manualClock(): ManualClock {
  let now = 0;
  const timers = new Set<{ at: number; action: () => void }>();
  return {
    now: () => now,
    after(ms, action) {
      const timer = { at: now + ms, action };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    advance(ms) {
      const end = now + ms;
      for (;;) {
        const [next] = [...timers].filter(({ at }) => at <= end).toSorted((a, b) => a.at - b.at);
        if (!next) break;
        timers.delete(next);
        now = next.at;
        next.action();
      }
      now = end;
    },
  };
}

/** A session whose both sides are the test. */
export interface TestSession {
  carrier: Carrier;
  clock: ManualClock;
  /** Each side says something: a text as it is, all else as a line of JSON. */
  client(...messages: unknown[]): void;
  server(...messages: unknown[]): void;
  /** What each side has heard since it was last asked. */
  toClient(): string[];
  toServer(): string[];
  resets(): number;
  events: FaultEvent[];
  /** What was noted so far, in short: `kind id`, with `missed` where it did not land. */
  noted(): string[];
}

/** @param faults the rules of a profile as TOML, or a source */
export function sessionWith(faults: string | FaultSource): TestSession {
  const source = typeof faults === "string" ? createEngine(profileOf(faults)) : faults;
  const clock = manualClock();
  const heard: Record<"client" | "server", string[]> = { client: [], server: [] };
  const events: FaultEvent[] = [];
  let resets = 0;
  const wire = {
    clock,
    toClient: (bytes: Buffer) => heard.client.push(bytes.toString("latin1")),
    toServer: (bytes: Buffer) => heard.server.push(bytes.toString("latin1")),
    reset: () => {
      resets += 1;
    },
  };
  const carrier = carry(source, wire, (event) => events.push(event));
  return {
    carrier,
    clock,
    client(...messages) {
      for (const message of messages) carrier.fromClient(bytesOf(message));
    },
    server(...messages) {
      for (const message of messages) carrier.fromServer(bytesOf(message));
    },
    toClient: () => heard.client.splice(0),
    toServer: () => heard.server.splice(0),
    resets: () => resets,
    events,
    noted: () => events.map(({ kind, id, landed }) => `${kind} ${id}${landed ? "" : " missed"}`),
  };
}

function bytesOf(message: unknown): Buffer {
  return typeof message === "string" ? Buffer.from(message, "latin1") : Buffer.from(line(message));
}

/** A message on its line. */
export function line(message: unknown): string {
  return `${JSON.stringify(message)}\n`;
}

/** A call of a tool. */
export function call(id: number | string, args: object = {}, name = "get_site") {
  return { method: "tools/call", params: { name, arguments: args }, jsonrpc: "2.0", id };
}

/** The server's answer to it. */
export function answer(id: number | string, text = `answer to ${id}`) {
  return { result: { content: [{ type: "text", text }] }, jsonrpc: "2.0", id };
}
