import { type Agent, createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach } from "vitest";
import { createEngine } from "../../src/faults/engine.ts";
import type { Counts } from "../../src/proxy/carry.ts";
import type { FaultEvent } from "../../src/proxy/events.ts";
import { relayHttp } from "../../src/proxy/http-relay.ts";
import { profileOf } from "../faults/support.ts";

const ends: (() => Promise<unknown>)[] = [];

/** Ends what the test has started, the last first. */
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

export type Handler = (request: IncomingMessage, response: ServerResponse, body: string) => void;

/** A server that answers as it is told, at a free port. */
export async function serve(handler: Handler): Promise<string> {
  const server = createServer((incoming, response) => {
    response.on("error", () => undefined);
    readText(incoming).then(
      (body) => handler(incoming, response, body),
      () => undefined,
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  ends.push(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
}

export interface Rig {
  url: string;
  events: FaultEvent[];
  /** Trouble with the server. */
  told: string[];
  /** What was noted so far, in short. */
  met(): string[];
  stop(): Promise<Counts>;
}

/** A relay in front of a server, with these rules in TOML. */
export async function relayTo(upstream: string, rules = ""): Promise<Rig> {
  const stop = new AbortController();
  const events: FaultEvent[] = [];
  const told: string[] = [];
  let ended: Promise<Counts> | undefined;
  const url = await new Promise<string>((resolve, reject) => {
    ended = relayHttp({
      upstream: new URL(upstream),
      address: { host: "127.0.0.1", port: 0 },
      source: createEngine(profileOf(rules)),
      note: (event) => events.push(event),
      tell: (line) => told.push(line),
      signal: stop.signal,
      onListening: resolve,
    });
    ended.catch(reject);
  });
  const end = async () => {
    stop.abort();
    return (await ended) as Counts;
  };
  ends.push(end);
  const met = () => events.map(({ id, kind, landed }) => `${id} ${kind}${landed ? "" : " missed"}`);
  return { url, events, told, met, stop: end };
}

export interface Answered {
  status: number;
  /** As they came: name, value, name, value. */
  raw: string[];
  headers: NodeJS.Dict<string | string[]>;
  bytes: Buffer;
  body: string;
  /** Whether it came to its end. */
  whole: boolean;
}

export interface Sent {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** Keeps connections; without one each request takes its own. */
  agent?: Agent;
  /** Breaks off. */
  signal?: AbortSignal;
  onPiece?: (text: string) => void;
}

const usual = { "Content-Type": "application/json", Accept: "application/json, text/event-stream" };

/** Sends a request by itself; rejects where no answer comes. */
export function send(
  url: string,
  { method = "POST", headers = {}, body, agent, signal, onPiece }: Sent,
): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const all = method === "POST" ? { ...usual, ...headers } : headers;
    const length = body === undefined ? {} : { "Content-Length": String(Buffer.byteLength(body)) };
    const options = { method, agent: agent ?? false, headers: { ...all, ...length }, ...(signal ? { signal } : {}) };
    let answered = false;
    const outgoing = request(url, options, (answer) => {
      answered = true;
      const pieces: Buffer[] = [];
      const done = () => {
        const bytes = Buffer.concat(pieces);
        const { statusCode = 0, rawHeaders: raw, complete: whole } = answer;
        resolve({ status: statusCode, raw, headers: answer.headers, bytes, body: bytes.toString(), whole });
      };
      answer.on("data", (piece: Buffer) => {
        pieces.push(piece);
        onPiece?.(piece.toString());
      });
      answer.on("error", () => undefined);
      answer.on("close", done);
    });
    outgoing.on("error", (error) => answered || reject(error));
    outgoing.end(body);
  });
}

export function call(id: number, name = "get_site", args: object = {}): string {
  return JSON.stringify({ jsonrpc: "2.0", id, method: "tools/call", params: { name, arguments: args } });
}

export function result(id: unknown, text = "ok"): string {
  return JSON.stringify({ jsonrpc: "2.0", id, result: { content: [{ type: "text", text }] } });
}

/** Answers each request at once with JSON. */
export const json: Handler = (_, response, body) => {
  const message = JSON.parse(body) as { id?: unknown };
  if (message.id === undefined) response.writeHead(202).end();
  else response.writeHead(200, { "Content-Type": "application/json" }).end(result(message.id));
};

export function event(message: string, id?: string): string {
  return `event: message\n${id === undefined ? "" : `id: ${id}\n`}data: ${message}\n\n`;
}

async function readText(incoming: IncomingMessage): Promise<string> {
  let text = "";
  for await (const piece of incoming.setEncoding("utf8")) text += piece;
  return text;
}
