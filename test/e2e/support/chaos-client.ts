import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { execa } from "execa";
import { expect } from "vitest";
import { root } from "./tools.ts";

const IN_FLIGHT = 32;
/** Milliseconds after which the client gives a request up, and after which it gives a silent connection up. */
const PATIENCE = 400;
const SILENCE = 1500;

/** One connection through the proxy, as the client saw it. */
export interface Connection {
  seed: number;
  /** Its profile. */
  text: string;
  /** In the order in which they were sent. */
  sent: Sent[];
  /** Ids of the requests that were cancelled. */
  cancelled: number[];
  received: string[];
  /** When the client heard something last. */
  heard: number;
  /** The proxy ended before the client let it, or nothing came any more. */
  broke: boolean;
}

interface Sent {
  id: number;
  tool: string;
  at: number;
}

/** What is read of a message. */
export interface Message {
  id?: unknown;
  method?: string;
  result?: { content: { text: string }[]; structuredContent?: unknown };
  error?: { message: string };
}

export interface ConnectRequest {
  seed: number;
  text: string;
  /** Ids go from here on. */
  first: number;
  last: number;
  /** Where profile, events and the log of the server are. */
  folder: string;
}

/** Sends requests, many at once, until the last one or the end of the connection. */
export async function connect({ seed, text, first, last, folder }: ConnectRequest): Promise<Connection> {
  const [profile, events, log] = ["p.toml", "events.jsonl", "log"].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  await writeFile(profile, text);
  const options = ["--config", profile, "--events", events, "--seed", String(seed)];
  const server = [process.execPath, fileURLToPath(new URL("../../proxy/busy-server.mjs", import.meta.url)), log];
  const words = [join(root, "dist/cli.js"), "proxy", ...options, "--", ...server];
  const proxy = execa(process.execPath, words, { reject: false, buffer: { stdout: false } });
  const connection: Connection = {
    seed,
    text,
    sent: [],
    cancelled: [],
    received: [],
    heard: performance.now(),
    broke: false,
  };
  const waiting = new Map<number, () => void>();
  let over = false;
  proxy.stdin?.on("error", () => undefined);
  const send = (message: object) => !over && proxy.stdin?.write(`${JSON.stringify(message)}\n`);
  createInterface({ input: proxy.stdout ?? expect.unreachable() }).on("line", (received) => {
    connection.heard = performance.now();
    connection.received.push(received);
    const { id, method } = parsed(received) ?? {};
    if (method === "sampling/createMessage") send({ jsonrpc: "2.0", id, result: { role: "assistant" } });
    else if (typeof id === "number") waiting.get(id)?.();
  });
  const ended = proxy.then(({ exitCode, stderr }) => {
    expect(exitCode, String(stderr)).not.toBe(2);
    over = true;
    for (const settle of waiting.values()) settle();
  });
  const ask = async (id: number) => {
    const tool = ["get_a", "get_b", "get_old", "drifting"][id % 4] ?? "get_a";
    connection.sent.push({ id, tool, at: performance.now() });
    const params = { name: tool, arguments: tool === "get_old" ? {} : { id } };
    send({ jsonrpc: "2.0", id, method: "tools/call", params });
    if (id % 5 === 0) {
      connection.cancelled.push(id);
      send({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: id } });
    }
    await new Promise<void>((done) => {
      const timer = setTimeout(done, PATIENCE);
      waiting.set(id, () => {
        clearTimeout(timer);
        done();
      });
    });
    waiting.delete(id);
  };
  const isSilent = () => performance.now() - connection.heard > SILENCE;
  const worker = async () => {
    for (;;) {
      const id = first + connection.sent.length;
      if (over || isSilent() || id > last) return;
      await ask(id);
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, worker));
  connection.broke = over || isSilent();
  proxy.stdin?.end();
  await ended;
  return connection;
}

/** A message; undefined for a line that is no JSON. */
export function parsed(text: string): Message | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
