import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createEngine } from "../../src/faults/engine.ts";
import { relayHttp } from "../../src/proxy/http-relay.ts";
import { profileOf } from "../faults/support.ts";
import { call, event, json, relayTo, result, send, serve } from "./http-rig.ts";

const token = fc.stringMatching(/^[A-Za-z][A-Za-z0-9-]{0,12}$/).map((name) => `X-${name}`);
const value = fc.stringMatching(/^[!-~]([ -~]{0,20}[!-~])?$/);
const headers = fc.array(fc.tuple(token, value), { maxLength: 5 });
const bytes = fc.uint8Array({ maxLength: 300 }).map((some) => Buffer.from(some));
const texts = [
  ...[call(1), ` [${call(1)},\r\n${call(2)}]\n`, result(1), "{}", "[]", "null"],
  ...[event(result(1)), `data: ${result(1)}\r\n\r\nid: 2\rdata: ${call(2)}\r\r: ping`, "\uFEFFdata: {}\n\n"],
];
const body = fc.oneof(bytes, fc.constantFrom(...texts).map(Buffer.from));
const types = ["application/json", "Application/JSON; charset=utf-8", "text/event-stream", "text/plain"];
const exchange = fc.record({
  method: fc.constantFrom("POST", "POST", "PUT", "DELETE", "GET"),
  path: fc.constantFrom("/mcp", "/mcp?a=%20b&&", "/.well-known/oauth-protected-resource", "/other//path"),
  type: fc.constantFrom(...types),
  asked: body,
  asking: headers,
  status: fc.constantFrom(200, 200, 202, 400, 404, 500, 599),
  reason: fc.stringMatching(/^[A-Za-z ]{1,12}$/),
  answeredType: fc.constantFrom(...types),
  answered: body,
  answering: headers,
  isSized: fc.boolean(),
});
type Exchanged = typeof exchange extends fc.Arbitrary<infer E> ? E : never;

/** Headers without those of one connection, and without the length where that is another matter. */
function named(raw: readonly string[], leftOut: RegExp): string[] {
  return raw.filter((_, at) => !leftOut.test(raw[at - (at % 2)] ?? ""));
}

const CONNECTION = /^(host|connection|keep-alive|date)$/i;
/** A stream that might be changed has no length, though then it is not. */
const STREAM = /^(host|connection|keep-alive|date|content-length|transfer-encoding)$/i;

/** A server that answers as the exchange under way says, and what it has seen. */
async function echoing() {
  let current: Exchanged | undefined;
  let seen: unknown;
  const server = createServer(async (request: IncomingMessage, response: ServerResponse) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const { method, url, rawHeaders } = request;
    seen = { method, url, headers: named(rawHeaders, CONNECTION), body: Buffer.concat(pieces) };
    if (!current) throw new Error("no exchange");
    const { status, reason, answeredType, answering, answered, isSized } = current;
    const size = isSized ? ["Content-Length", String(answered.length)] : [];
    response.writeHead(status, reason, [...answering.flat(), "Content-Type", answeredType, ...size]).end(answered);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const outcome = async (url: string, { method, path, type, asked, asking, answeredType }: Exchanged) => {
    const all = Object.fromEntries([["Content-Type", type], ...asking]) as Record<string, string>;
    const sent = { method, headers: all, ...(method === "GET" ? {} : { body: asked }) };
    const { status, raw, bytes: back } = await send(new URL(path, url).href, sent);
    return { status, raw: named(raw, answeredType === "text/event-stream" ? STREAM : CONNECTION), back, seen };
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    outcome: (url: string, each: Exchanged) => {
      current = each;
      return outcome(url, each);
    },
    close: () => server.close() && server.closeAllConnections(),
  };
}

const all = 'methods = ["*"]';

test.each([
  ["without faults", ""],
  [
    "with faults that look into everything and never act",
    never("stale", all) + never("cut", all) + never("schema_drift", 'rename_args = { a = "b" }'),
  ],
])("requests and answers are the same bytes, whatever they are, %s", async (_, rules) => {
  const server = await echoing();
  const relay = await relayTo(server.url, rules);
  const sameness = fc.asyncProperty(exchange, async (each) => {
    expect(await server.outcome(relay.url, each)).toEqual(await server.outcome(server.url, each));
  });
  await fc.assert(sameness, { numRuns: 100 });
  server.close();
});

/** A rule that has the relay look, and no more. */
function never(kind: string, options: string): string {
  return `[[faults]]\nkind = "${kind}"\nprobability = 0\n${options}\n`;
}

test("the server is called by its own name", async () => {
  let host: string | undefined;
  const upstream = await serve((request, response) => {
    host = request.headers.host;
    response.end();
  });
  await send((await relayTo(upstream)).url, { body: call(1) });
  expect(host).toBe(new URL(upstream).host);
});

test("what holds for one connection stays there", async () => {
  let seen: NodeJS.Dict<string | string[]> = {};
  const upstream = await serve((request, response) => {
    seen = request.headers;
    response.writeHead(200, { Connection: "keep-alive, X-Back", "X-Back": "1", "X-On": "2" }).end();
  });
  const relay = await relayTo(upstream);
  const headers = { Connection: "close, X-Mine", "X-Mine": "1", "Proxy-Connection": "close", "X-On": "2" };
  const answer = await send(relay.url, { body: call(1), headers });
  expect(seen).toMatchObject({ "x-on": "2" });
  expect(Object.keys(seen)).not.toEqual(expect.arrayContaining(["x-mine"]));
  expect(seen["proxy-connection"]).toBeUndefined();
  expect(answer.headers).toMatchObject({ "x-on": "2" });
  expect(answer.headers["x-back"]).toBeUndefined();
});

test("a redirect within the server stays within the relay", async () => {
  const upstream = await serve((request, response) => {
    const target = request.headers["x-to"] ?? `http://${request.headers.host}/mcp/`;
    response.writeHead(307, { Location: String(target) }).end();
  });
  const relay = await relayTo(upstream);
  expect((await send(relay.url, { body: call(1) })).headers.location).toBe(`${relay.url}/`);
  for (const away of ["https://example.com/mcp", "/elsewhere"]) {
    expect((await send(relay.url, { body: call(1), headers: { "X-To": away } })).headers.location).toBe(away);
  }
});

describe("who is let in", () => {
  test.each([
    ["by another name", { Host: "evil.example" }],
    ["by a name that begins like ours", { Host: "localhost.evil.example" }],
    ["from a page of elsewhere", { Origin: "http://evil.example" }],
    ["from a page of a file", { Origin: "null" }],
  ])("not one that comes %s", async (_, headers) => {
    let asked = 0;
    const relay = await relayTo(
      await serve(() => {
        asked += 1;
      }),
    );
    expect((await send(relay.url, { body: call(1), headers })).status).toBe(403);
    expect(asked).toBe(0);
  });

  test.each([
    ["by localhost", { Host: "localhost:7337" }],
    ["by ::1", { Host: "[::1]:7337" }],
    ["from a page of this machine", { Origin: "http://localhost:6274" }],
  ])("one that comes %s", async (_, headers) => {
    const relay = await relayTo(await serve(json));
    expect((await send(relay.url, { body: call(1), headers })).body).toBe(result(1));
  });
});

describe("a stream", () => {
  test.each([
    ["without faults", ""],
    ["with faults", '[[faults]]\nkind = "none"\n'],
  ])("is told of before anything comes on it, %s", async (_, rules) => {
    const upstream = await serve((__, response) => {
      response.writeHead(200, { "Content-Type": "text/event-stream" }).flushHeaders();
    });
    const relay = await relayTo(upstream, rules);
    const answer = await fetch(relay.url);
    expect(answer.headers.get("content-type")).toBe("text/event-stream");
    await answer.body?.cancel();
  });

  test("is relayed in the pieces in which it comes, without waiting for the end of an event", async () => {
    let say: (text: string) => void = () => undefined;
    let end: () => void = () => undefined;
    const upstream = await serve((_, response) => {
      response.writeHead(200, { "Content-Type": "text/event-stream" }).flushHeaders();
      say = (text) => response.write(text);
      end = () => response.end();
    });
    const relay = await relayTo(upstream);
    let heard: (text: string) => void = () => undefined;
    const next = () => new Promise<string>((resolve) => (heard = resolve));
    const answer = send(relay.url, {
      method: "GET",
      headers: { "Last-Event-ID": "7" },
      onPiece: (text) => heard(text),
    });
    while (say.length === 0) await sleep(5);
    for (const piece of [": ping\n\n", "id: 8\ndat", "a: {}\n", "\n", "data: no end"]) {
      const came = next();
      say(piece);
      expect(await came).toBe(piece);
    }
    end();
    expect((await answer).whole).toBe(true);
  });

  test("that the client leaves is left at the server", async () => {
    const left = new Promise<void>((resolve) => {
      serve((_, response) => {
        response.writeHead(200, { "Content-Type": "text/event-stream" }).flushHeaders();
        response.on("close", resolve);
      }).then(async (upstream) => {
        const relay = await relayTo(upstream);
        const leaving = new AbortController();
        send(relay.url, { method: "GET", signal: leaving.signal }).catch(() => undefined);
        setTimeout(() => leaving.abort(), 100);
      }, undefined);
    });
    await left;
  });

  test("that the server breaks off breaks off for the client", async () => {
    const upstream = await serve((_, response) => {
      response.writeHead(200, { "Content-Type": "text/event-stream" }).write("data: 1\n\n");
      setTimeout(() => response.destroy(), 50);
    });
    for (const rules of ["", '[[faults]]\nkind = "none"\n']) {
      const relay = await relayTo(upstream, rules);
      expect(await send(relay.url, { body: call(1) })).toMatchObject({ body: "data: 1\n\n", whole: false });
    }
  });

  test.each([
    ["without faults", ""],
    ["with faults", '[[faults]]\nkind = "none"\n'],
  ])("that the client does not read is not read from the server, %s", async (_, rules) => {
    let written = 0;
    const piece = event(result(1, "x".repeat(100_000)));
    const upstream = await serve((__, response) => {
      response.writeHead(200, { "Content-Type": "text/event-stream" });
      const fill = () => {
        while (written < 200_000_000) {
          written += piece.length;
          if (!response.write(piece)) break;
        }
      };
      response.on("drain", fill);
      fill();
    });
    const { port } = new URL((await relayTo(upstream, rules)).url);
    const socket = connect(Number(port), "127.0.0.1").pause();
    socket.write("GET /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n");
    let before = -1;
    while (before !== written) {
      before = written;
      await sleep(200);
    }
    expect(written).toBeLessThan(50_000_000);
    socket.destroy();
  });
});

test("a request that the client breaks off is broken off at the server", async () => {
  const upstream = await new Promise<[string, Promise<unknown>]>((resolve) => {
    const server = createServer((request, response) => response.on("close", () => request.emit("left")));
    server.listen(0, "127.0.0.1", () => {
      const left = once(server, "request").then(([request]) => once(request as IncomingMessage, "left"));
      resolve([`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`, left.finally(() => server.close())]);
    });
  });
  const relay = await relayTo(upstream[0]);
  const leaving = new AbortController();
  send(relay.url, { body: call(1), signal: leaving.signal }).catch(() => undefined);
  await sleep(100);
  leaving.abort();
  await upstream[1];
});

describe("a server", () => {
  test("that is not there is told of by 502, and once on our side", async () => {
    const relay = await relayTo("http://127.0.0.1:1/mcp");
    const answer = await send(relay.url, { body: call(1) });
    expect(answer.status).toBe(502);
    expect(answer.body).toContain("ECONNREFUSED");
    await send(relay.url, { body: call(2) });
    expect(relay.told).toEqual(["no answer from http://127.0.0.1:1/mcp: connect ECONNREFUSED 127.0.0.1:1"]);
  });

  test("that crashes without an answer breaks the client's connection", async () => {
    const relay = await relayTo(await serve((request) => request.socket.destroy()));
    await expect(send(relay.url, { body: call(1) })).rejects.toMatchObject({ code: "ECONNRESET" });
  });

  test("that asks the client on a stream is counted", async () => {
    const ask = '{"jsonrpc":"2.0","id":0,"method":"roots/list"}';
    const upstream = await serve((_, response) => {
      response.writeHead(200, { "Content-Type": "text/event-stream" });
      response.end(event(ask) + event(result(1, '"method"')));
    });
    const relay = await relayTo(upstream);
    await send(relay.url, { body: call(1) });
    expect(await relay.stop()).toEqual({ requests: 2, faults: 0 });
  });

  test("that packs its answers is understood where a fault needs to", async () => {
    const upstream = await serve((_, response) => {
      response.writeHead(200, { "Content-Type": "application/json", "Content-Encoding": "gzip", ETag: '"1"' });
      response.end(gzipSync(result(1)));
    });
    const plain = await relayTo(upstream);
    expect((await send(plain.url, { body: call(1) })).bytes).toEqual(gzipSync(result(1)));
    const relay = await relayTo(upstream, '[[faults]]\nkind = "malformed"\nmodes = ["wrong_id"]\n');
    const answer = await send(relay.url, { body: call(1) });
    expect(answer.headers["content-encoding"]).toBeUndefined();
    expect((JSON.parse(answer.body) as { id: number }).id).not.toBe(1);
  });
});

test("the end of the relay ends what is under way, and notes what could not act", async () => {
  const relay = await relayTo(await serve(() => undefined), '[[faults]]\nkind = "latency"\n');
  const answer = send(relay.url, { body: call(1) });
  const over = expect(answer).rejects.toMatchObject({ code: "ECONNRESET" });
  await sleep(100);
  expect(await relay.stop()).toEqual({ requests: 1, faults: 0 });
  await over;
  expect(relay.met()).toEqual(["1 latency missed"]);
});

test("an address that is taken is said to be", async () => {
  const { port } = new URL((await relayTo(await serve(json))).url);
  const again = relayHttp({
    upstream: new URL("http://127.0.0.1:1/mcp"),
    address: { host: "127.0.0.1", port: Number(port) },
    source: createEngine(profileOf("")),
    note: () => undefined,
    tell: () => undefined,
    signal: new AbortController().signal,
    onListening: () => undefined,
  });
  await expect(again).rejects.toThrow(`cannot listen on 127.0.0.1:${port}`);
});
