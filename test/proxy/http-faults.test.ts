import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { messageIn } from "../../src/proxy/sse.ts";
import { type Answered, call, event, type Handler, json, relayTo, result, send, serve } from "./http-rig.ts";

/** Answers on a stream: progress first, then the result. */
const stream: Handler = (_, response, body) => {
  const { id } = JSON.parse(body) as { id: number };
  response.writeHead(200, { "Content-Type": "text/event-stream" });
  response.write(event(progress));
  setTimeout(() => response.end(event(result(id))), 20);
};
const progress = '{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1,"progress":1}}';

const rule = (kind: string, options = "") => `[[faults]]\nkind = "${kind}"\n${options}\n`;

/** The messages of an answer, but for progress. */
function messages({ headers, body }: Answered): string[] {
  if (headers["content-type"] === "application/json") return [body];
  const events = body.split("\n\n").slice(0, -1);
  return events.map((each) => messageIn(Buffer.from(`${each}\n\n`)) ?? "").filter((message) => message !== progress);
}

/** A server that answers so, and what it has done. */
async function acting(handler: Handler) {
  const asked: string[] = [];
  let answered = 0;
  const url = await serve((request, response, body) => {
    asked.push(body);
    response.on("finish", () => {
      answered += 1;
    });
    handler(request, response, body);
  });
  /** Waits until it has answered so often, and the relay has had time to read it. */
  const acts = async (times: number) => {
    while (answered < times) await sleep(2);
    await sleep(50);
  };
  return { url, asked, acts };
}

/** A request that is under way, and what has come of its answer. */
function sending(url: string, body: string) {
  const leaving = new AbortController();
  let seen = "";
  const onPiece = (piece: string) => {
    seen += piece;
  };
  const answer = send(url, { body, signal: leaving.signal, onPiece });
  answer.catch(() => undefined);
  const isOver = () => Promise.race([answer.then(() => true), sleep(0, false)]);
  return { answer, isOver, seen: () => seen, leave: () => leaving.abort() };
}

describe.each([
  ["one message", json],
  ["a stream", stream],
])("a fault in an answer that is %s", (shape, handler) => {
  test("none is noted and changes nothing", async () => {
    const upstream = await serve(handler);
    const relay = await relayTo(upstream, rule("none"));
    const answer = await send(relay.url, { body: call(1) });
    expect(answer.bytes).toEqual((await send(upstream, { body: call(1) })).bytes);
    expect(relay.met()).toEqual(["1 none missed"]);
    expect(await relay.stop()).toEqual({ requests: 1, faults: 0 });
  });

  test("error: the server is never asked", async () => {
    const server = await acting(handler);
    const relay = await relayTo(server.url, rule("error", 'message = "Database is locked"\nlimit = 1'));
    const answer = await send(relay.url, { body: call(1) });
    expect(answer.status).toBe(200);
    const error = { code: -32603, message: "Database is locked" };
    expect(JSON.parse(answer.body)).toEqual({ jsonrpc: "2.0", id: 1, error });
    expect(server.asked).toEqual([]);
    expect(messages(await send(relay.url, { body: call(2) }))).toEqual([result(2)]);
    expect(relay.met()).toEqual(["1 error"]);
  });

  test("error: under an id that a parser would round, digit for digit", async () => {
    const relay = await relayTo((await acting(handler)).url, rule("error"));
    const { body } = await send(relay.url, { body: call(1).replace('"id":1', '"id":9007199254740993') });
    expect(body).toContain('"id":9007199254740993,');
  });

  test("timeout: the server acts, and its answer never comes though the connection holds", async () => {
    const server = await acting(handler);
    const relay = await relayTo(server.url, rule("timeout"));
    const { isOver, seen, leave } = sending(relay.url, call(1));
    await server.acts(1);
    expect(await isOver()).toBe(false);
    expect(seen()).toBe(shape === "a stream" ? event(progress) : "");
    expect(relay.met()).toEqual(["1 timeout"]);
    leave();
  });

  test.each(["timeout", "latency"])("%s with a delay: the answer comes after it", async (kind) => {
    const relay = await relayTo(await serve(handler), rule(kind, "delay_s = 0.1"));
    const began = performance.now();
    expect(messages(await send(relay.url, { body: call(1) }))).toEqual([result(1)]);
    expect(performance.now() - began).toBeGreaterThan(99);
    expect(relay.met()).toEqual([`1 ${kind}`]);
  });

  test("malformed: the answer is broken, the HTTP around it is not", async () => {
    const relay = await relayTo(await serve(handler), rule("malformed", 'modes = ["truncate"]'));
    const answer = await send(relay.url, { body: call(1) });
    expect(answer).toMatchObject({ status: 200, whole: true });
    const [broken = ""] = messages(answer);
    expect(result(1).startsWith(broken)).toBe(true);
    expect(() => JSON.parse(broken)).toThrow();
    expect(relay.met()).toEqual(["1 malformed"]);
  });

  test("stale: an earlier answer comes under the new id, the server is not asked", async () => {
    const server = await acting(handler);
    const relay = await relayTo(server.url, rule("stale", "after = 1"));
    await send(relay.url, { body: call(1) });
    expect(JSON.parse((await send(relay.url, { body: call(2) })).body)).toEqual(JSON.parse(result(2)));
    expect(server.asked).toHaveLength(1);
    await send(relay.url, { body: call(3), headers: { Authorization: "Bearer of-another" } });
    expect(server.asked).toHaveLength(2);
    expect(relay.met()).toEqual(["2 stale"]);
  });

  test("hang: nothing comes, for a while", async () => {
    const server = await acting(handler);
    const relay = await relayTo(server.url, rule("hang", "for_s = 0.5"));
    const began = performance.now();
    const { answer, seen } = sending(relay.url, call(1));
    await server.acts(1);
    expect(seen()).toBe("");
    expect(relay.met()).toEqual(["1 hang"]);
    expect(messages(await answer)).toEqual([result(1)]);
    expect(performance.now() - began).toBeGreaterThan(499);
  });

  test("reset: the server acts, then the connection breaks without an answer", async () => {
    const server = await acting(handler);
    const relay = await relayTo(server.url, rule("reset"));
    if (shape === "a stream") {
      const answer = await send(relay.url, { body: call(1) });
      expect(answer).toMatchObject({ whole: false, body: event(progress) });
    } else await expect(send(relay.url, { body: call(1) })).rejects.toMatchObject({ code: "ECONNRESET" });
    expect(server.asked).toHaveLength(1);
    expect(relay.met()).toEqual(["1 reset"]);
  });

  test("cut: the answer ends within, on a stream behind the progress", async () => {
    const relay = await relayTo(await serve(handler), rule("cut"));
    const answer = await send(relay.url, { body: call(1) });
    expect(answer.whole).toBe(false);
    if (shape === "a stream") expect(answer.body).toBe(event(progress));
    else expect(result(1).startsWith(answer.body)).toBe(true);
    expect(answer.body).not.toBe("");
    expect(relay.met()).toEqual(["1 cut"]);
  });

  test("duplicate: the answer comes twice", async () => {
    const relay = await relayTo(await serve(handler), rule("duplicate"));
    const answer = await send(relay.url, { body: call(1) });
    expect(answer.headers["content-type"]).toBe("text/event-stream");
    expect(messages(answer)).toEqual([result(1), result(1)]);
    expect(relay.met()).toEqual(["1 duplicate"]);
  });

  test("reorder: the answer comes behind the next one", async () => {
    const server = await acting(handler);
    const relay = await relayTo(server.url, rule("reorder", "limit = 1"));
    const came: number[] = [];
    const ask = async (id: number) => {
      const [message] = messages(await send(relay.url, { body: call(id) }));
      came.push(id);
      return message;
    };
    const first = ask(1);
    await server.acts(1);
    expect(await Promise.all([first, ask(2)])).toEqual([result(1), result(2)]);
    expect(came).toEqual([2, 1]);
    expect(relay.met()).toEqual(["1 reorder"]);
  });

  test("late: the answer comes when the client has asked for something else", async () => {
    const server = await acting(handler);
    const relay = await relayTo(server.url, rule("late", "limit = 1"));
    const { answer, isOver } = sending(relay.url, call(1));
    await server.acts(1);
    expect(await isOver()).toBe(false);
    const second = send(relay.url, { body: call(2) });
    expect(messages(await answer)).toEqual([result(1)]);
    await second;
    expect(relay.met()).toEqual(["1 late"]);
  });

  test.each(["reorder", "late"])(
    "%s: a client that does nothing else gets it in the end, which is no fault",
    async (kind) => {
      const relay = await relayTo(await serve(handler), rule(kind, "hold_s = 0.05"));
      expect(messages(await send(relay.url, { body: call(1) }))).toEqual([result(1)]);
      expect(relay.met()).toEqual([`1 ${kind} missed`]);
    },
  );

  test("lost_cancellation: the server goes on though the client has left", async () => {
    let left = false;
    const server = await acting((request, response, body) => {
      response.on("close", () => {
        left ||= !response.writableFinished;
      });
      setTimeout(() => handler(request, response, body), 200);
    });
    const relay = await relayTo(server.url, rule("lost_cancellation"));
    const { leave } = sending(relay.url, call(1));
    while (server.asked.length === 0) await sleep(2);
    leave();
    await server.acts(1);
    expect(left).toBe(false);
    expect(relay.met()).toEqual(["1 lost_cancellation"]);
  });

  test("expired_session without a session: the connection breaks, the server is not asked", async () => {
    const server = await acting(handler);
    const relay = await relayTo(server.url, rule("expired_session"));
    await expect(send(relay.url, { body: call(1) })).rejects.toMatchObject({ code: "ECONNRESET" });
    expect(server.asked).toEqual([]);
    expect(relay.met()).toEqual(["1 expired_session"]);
  });

  test("drift: old arguments are refused, new ones understood, results renamed, the list changed", async () => {
    const seen: unknown[] = [];
    const upstream = await serve((request, response, body) => {
      const message = JSON.parse(body) as { id: number; method: string; params?: { arguments: object } };
      const { id, method, params } = message;
      seen.push(params?.arguments);
      const tools = [
        { name: "get_site", inputSchema: { type: "object", properties: { site: {} }, required: ["site"] } },
      ];
      const text = JSON.stringify({
        jsonrpc: "2.0",
        id,
        result: method === "tools/list" ? { tools } : { structuredContent: { status: "up" } },
      });
      const head = { "Content-Type": handler === json ? "application/json" : "text/event-stream" };
      response.writeHead(200, head).end(handler === json ? text : event(text));
      expect(request.headers["content-length"]).toBe(String(Buffer.byteLength(body)));
    });
    const options = 'after = 1\nrename_args = { site = "site_id" }\nrename_fields = { status = "state" }';
    const relay = await relayTo(upstream, rule("schema_drift", options));
    const list = (id: number) => JSON.stringify({ jsonrpc: "2.0", id, method: "tools/list" });
    expect(messages(await send(relay.url, { body: call(1, "get_site", { site: 1 }) })).join()).toContain('"status"');
    expect(messages(await send(relay.url, { body: list(2) })).join()).toContain('"site"');
    const refused = await send(relay.url, { body: call(3, "get_site", { site: 1 }) });
    expect(JSON.parse(refused.body)).toMatchObject({ id: 3, error: { code: -32602 } });
    expect(messages(await send(relay.url, { body: call(4, "get_site", { site_id: 1 }) })).join()).toContain('"state"');
    expect(messages(await send(relay.url, { body: list(5) })).join()).toContain('"required":["site_id"]');
    expect(seen).toEqual([{ site: 1 }, undefined, { site: 1 }, undefined]);
    expect(relay.met()).toEqual(["3 schema_drift"]);
  });
});

describe("an answer of more than 64 MiB is relayed unread, and no fault was met", () => {
  const text = Buffer.alloc(64 * 1024 * 1024 + 1, "y");
  test.each([
    ["text/event-stream", "data: ", "\n\n"],
    ["application/json", '"', '"'],
  ])("%s", async (type, before, behind) => {
    const upstream = await serve((_, response) => {
      response.writeHead(200, { "Content-Type": type }).write(before);
      response.write(text);
      response.end(behind);
    });
    const relay = await relayTo(upstream, rule("malformed"));
    const { bytes } = await send(relay.url, { body: call(1) });
    expect(bytes.equals(Buffer.concat([Buffer.from(before), text, Buffer.from(behind)]))).toBe(true);
    expect(relay.met()).toEqual(["1 malformed missed"]);
  });
});
