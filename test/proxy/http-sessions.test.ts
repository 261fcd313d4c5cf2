import type { ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { type Answered, call, event, relayTo, result, send, serve } from "./http-rig.ts";

const session = { "Mcp-Session-Id": "s-1" };
const rule = (kind: string, options = "") => `[[faults]]\nkind = "${kind}"\n${options}\n`;
const sampling = '{"jsonrpc":"2.0","id":"q","method":"sampling/createMessage","params":{"maxTokens":1}}';
const sampled = '{"jsonrpc":"2.0","id":"q","result":{"role":"assistant","content":{"type":"text","text":"x"}}}';
const note = (method: string, params = {}) => JSON.stringify({ jsonrpc: "2.0", method, params });

interface Heard {
  method: string;
  body: string;
  headers: NodeJS.Dict<string | string[]>;
}

/** A server that says on its streams what it is told to, and keeps what it hears. */
async function scripted() {
  const heard: Heard[] = [];
  const streams: ServerResponse[] = [];
  const url = await serve(({ method = "", headers }, response, body) => {
    heard.push({ method, body, headers });
    const asks = method === "GET" || ("method" in JSON.parse(body || "{}") && "id" in JSON.parse(body || "{}"));
    if (!asks) return response.writeHead(method === "DELETE" ? 200 : 202).end();
    response.writeHead(200, { "Content-Type": "text/event-stream" }).flushHeaders();
    streams.push(response);
    return undefined;
  });
  const stream = async (at: number): Promise<ServerResponse> => {
    while (!streams[at]) await sleep(2);
    return streams[at];
  };
  const hears = async (text: string, times = 1): Promise<Heard> => {
    const those = () => heard.filter(({ body }) => body === text);
    while (those().length < times) await sleep(2);
    return those()[times - 1] as Heard;
  };
  return { url, heard, stream, hears };
}

/** A stream that the client listens to; what it has heard so far. */
function listen(url: string, headers: Record<string, string> = session, body?: string) {
  let text = "";
  const leaving = new AbortController();
  const method = body === undefined ? "GET" : "POST";
  const answer = send(url, {
    method,
    headers,
    signal: leaving.signal,
    onPiece: (piece) => {
      text += piece;
    },
    ...(body === undefined ? {} : { body }),
  });
  answer.catch(() => undefined);
  const hears = async (wanted: string) => {
    while (!text.includes(wanted)) await sleep(2);
  };
  return { answer, hears, text: () => text, leave: () => leaving.abort() };
}

describe("a session that expires", () => {
  test("is unknown from then on, also to its streams", async () => {
    const server = await scripted();
    const relay = await relayTo(server.url, rule("expired_session", "after = 1"));
    const stream = listen(relay.url);
    const first = listen(relay.url, session, call(1));
    (await server.stream(1)).end(event(result(1)));
    await first.answer;
    const refused = await send(relay.url, { body: call(2), headers: session });
    expect(refused.status).toBe(404);
    expect(JSON.parse(refused.body)).toMatchObject({ error: { message: "Session not found" } });
    expect((await stream.answer).whole).toBe(false);
    for (const method of ["POST", "GET", "DELETE"]) {
      const again = await send(relay.url, {
        method,
        headers: session,
        ...(method === "POST" ? { body: call(3) } : {}),
      });
      expect(again.status).toBe(404);
    }
    const other = listen(relay.url, { "Mcp-Session-Id": "s-2" });
    await server.stream(2);
    other.leave();
    expect(server.heard.filter(({ body }) => body !== "").map(({ body }) => body)).toEqual([call(1)]);
    expect(relay.events).toMatchObject([{ id: 2, kind: "expired_session", session: "s-1", call: 2, landed: true }]);
  });
});

describe("an answer that comes on another stream", () => {
  test("meets the fault there: a client that asks for the rest gets nothing of what is lost", async () => {
    const server = await scripted();
    const relay = await relayTo(server.url, rule("timeout"));
    const first = listen(relay.url, session, call(1));
    (await server.stream(0)).end("id: 1\nretry: 10\ndata: \n\n");
    expect((await first.answer).whole).toBe(true);
    const rest = listen(relay.url, { ...session, "Last-Event-ID": "1" });
    expect((await server.hears("", 1)).headers["last-event-id"]).toBe("1");
    (await server.stream(1)).write(event(result(1), "2"));
    await rest.hears("id: 2");
    (await server.stream(1)).end();
    await sleep(50);
    expect(rest.text()).toBe("event: message\nid: 2\n\n");
    expect(await Promise.race([rest.answer, sleep(50, "open")])).toBe("open");
    rest.leave();
    expect(relay.met()).toEqual(["1 timeout"]);
  });

  test("comes whole behind a cut", async () => {
    const server = await scripted();
    const relay = await relayTo(server.url, rule("cut"));
    const first = listen(relay.url, session, call(1));
    const own = await server.stream(0);
    const left = new Promise((resolve) => own.on("close", resolve));
    own.write("id: 1\ndata: \n\n");
    own.write(event(note("notifications/progress"), "2"));
    expect(await first.answer).toMatchObject({
      whole: false,
      body: `id: 1\ndata: \n\n${event(note("notifications/progress"), "2")}`,
    });
    await left;
    const rest = listen(relay.url, { ...session, "Last-Event-ID": "2" });
    (await server.stream(1)).end(event(result(1), "3"));
    expect((await rest.answer).body).toBe(event(result(1), "3"));
    expect(relay.met()).toEqual(["1 cut"]);
  });
});

describe("a cancellation", () => {
  const cancel = note("notifications/cancelled", { requestId: 1 });

  test("is lost: the client hears that it was taken, the server hears nothing", async () => {
    const server = await scripted();
    const relay = await relayTo(server.url, rule("lost_cancellation"));
    const asked = listen(relay.url, session, call(1));
    const stream = await server.stream(0);
    expect((await send(relay.url, { body: cancel, headers: session })).status).toBe(202);
    stream.end(event(result(1)));
    expect((await asked.answer).body).toBe(event(result(1)));
    expect(server.heard.map(({ body }) => body)).toEqual([call(1)]);
    expect(relay.met()).toEqual(["1 lost_cancellation"]);
  });

  test("that never comes cannot be lost", async () => {
    const server = await scripted();
    const relay = await relayTo(server.url, rule("lost_cancellation"));
    const asked = listen(relay.url, session, call(1));
    (await server.stream(0)).end(event(result(1)));
    await asked.answer;
    expect((await send(relay.url, { body: cancel, headers: session })).status).toBe(202);
    await server.hears(cancel);
    expect(relay.met()).toEqual(["1 lost_cancellation missed"]);
  });
});

describe("a list of tools that drifts is told of", () => {
  const options = "notify = true\nrename_args = { a = 'b' }";
  const changed = "notifications/tools/list_changed";

  test("in a session on one stream that listens", async () => {
    const server = await scripted();
    const relay = await relayTo(server.url, rule("schema_drift", options));
    const [one, two] = [listen(relay.url), listen(relay.url)];
    await server.stream(1);
    await sleep(50);
    send(relay.url, { body: call(1), headers: session }).catch(() => undefined);
    await Promise.race([one.hears(changed), two.hears(changed)]);
    await sleep(50);
    expect([one.text(), two.text()].filter((text) => text.includes(changed))).toHaveLength(1);
    expect(relay.met()).toEqual(["1 schema_drift"]);
  });

  test("in a session that does not listen, with the next answer", async () => {
    const server = await scripted();
    const relay = await relayTo(server.url, rule("schema_drift", options));
    const asked = listen(relay.url, session, call(1));
    (await server.stream(0)).end(event(result(1)));
    const { body } = await asked.answer;
    expect(body).toContain(changed);
    expect(body.endsWith(event(result(1)))).toBe(true);
    const refused = await send(relay.url, { body: call(2, "other", { a: 1 }), headers: session });
    expect(refused.headers["content-type"]).toBe("text/event-stream");
    expect(refused.body).toContain(changed);
    expect(refused.body).toContain("-32602");
  });

  test("without sessions to those who subscribed, under their subscription", async () => {
    const server = await scripted();
    const relay = await relayTo(server.url, rule("schema_drift", options));
    const subscribe = (id: string, toolsListChanged: boolean) => {
      const params = { notifications: { toolsListChanged } };
      return listen(relay.url, {}, JSON.stringify({ jsonrpc: "2.0", id, method: "subscriptions/listen", params }));
    };
    const [yes, no] = [subscribe("yes", true), subscribe("no", false)];
    await server.stream(1);
    await sleep(50);
    send(relay.url, { body: call(1) }).catch(() => undefined);
    await yes.hears(changed);
    expect(yes.text()).toContain('"io.modelcontextprotocol/subscriptionId":"yes"');
    await sleep(50);
    expect(no.text()).toBe("");
  });
});

describe("a request of the server", () => {
  const methods = 'methods = ["sampling/createMessage"]';

  async function asked(kind: string, more = "") {
    const server = await scripted();
    const relay = await relayTo(server.url, rule(kind, `${methods}\n${more}`));
    const stream = listen(relay.url, { ...session, Authorization: "Bearer of-the-client" });
    const own = await server.stream(0);
    own.write(event(sampling, "7"));
    return { server, relay, stream, own };
  }

  test("error: is answered by an error, the client hears nothing of it", async () => {
    const { server, relay, stream } = await asked("error", 'message = "Rejected"');
    await stream.hears("id: 7");
    const answer = { jsonrpc: "2.0", id: "q", error: { code: -32603, message: "Rejected" } };
    const { headers } = await server.hears(JSON.stringify(answer));
    expect(headers).toMatchObject({ "mcp-session-id": "s-1", authorization: "Bearer of-the-client" });
    expect(stream.text()).not.toContain("sampling");
    expect(relay.events).toMatchObject([{ id: "q", method: "sampling/createMessage", target: "", landed: true }]);
    expect(await relay.stop()).toEqual({ requests: 1, faults: 1 });
  });

  async function answered(url: string): Promise<Answered> {
    return await send(url, { body: sampled, headers: session });
  }

  test("timeout: the client's answer does not reach the server", async () => {
    const { server, relay, stream } = await asked("timeout");
    await stream.hears(sampling);
    expect((await answered(relay.url)).status).toBe(202);
    await sleep(50);
    expect(server.heard).toHaveLength(1);
    expect(relay.met()).toEqual(["q timeout"]);
  });

  test("latency: it does later", async () => {
    const { server, relay, stream } = await asked("latency", "delay_s = 0.1");
    await stream.hears(sampling);
    const began = performance.now();
    const taken = answered(relay.url);
    await server.hears(sampled);
    expect(performance.now() - began).toBeGreaterThan(99);
    expect((await taken).status).toBe(202);
    expect(relay.met()).toEqual(["q latency"]);
  });

  test("duplicate: it does twice", async () => {
    const { server, relay, stream } = await asked("duplicate");
    await stream.hears(sampling);
    expect((await answered(relay.url)).status).toBe(202);
    await server.hears(sampled, 2);
    expect(relay.met()).toEqual(["q duplicate"]);
  });

  test("malformed: it is broken", async () => {
    const { server, relay, stream } = await asked("malformed", 'modes = ["wrong_type"]');
    await stream.hears(sampling);
    await answered(relay.url);
    const { body = "" } = server.heard.at(-1) ?? {};
    expect(body).not.toBe(sampled);
    expect(JSON.parse(body)).toMatchObject({ id: "q" });
    expect(relay.met()).toEqual(["q malformed"]);
  });

  test.each(["reset", "cut"])("%s: the connection breaks, no whole answer reaches the server", async (kind) => {
    const { server, relay, stream } = await asked(kind);
    await stream.hears(sampling);
    await expect(answered(relay.url)).rejects.toMatchObject({ code: "ECONNRESET" });
    expect(server.heard).toHaveLength(1);
    expect(relay.met()).toEqual([`q ${kind}`]);
  });

  test("lost_cancellation: the client does not hear that it is called off", async () => {
    const { relay, stream, own } = await asked("lost_cancellation");
    own.write(event(note("notifications/cancelled", { requestId: "q" }), "8"));
    own.write(event(note("notifications/message"), "9"));
    await stream.hears("id: 9");
    expect(stream.text()).toContain("id: 8");
    expect(stream.text()).not.toContain("cancelled");
    expect(relay.met()).toEqual(["q lost_cancellation"]);
  });

  test("expired_session: the stream breaks, and the session is unknown", async () => {
    const { relay, stream } = await asked("expired_session");
    expect((await stream.answer).whole).toBe(false);
    expect((await answered(relay.url)).status).toBe(404);
    expect(relay.met()).toEqual(["q expired_session"]);
  });
});

describe("a batch", () => {
  const batch = (...messages: string[]) => `[${messages.join(", ")}]`;

  test("each request of it meets its own fault", async () => {
    const seen: string[] = [];
    const upstream = await serve((_, response, body) => {
      seen.push(body);
      const answers = (JSON.parse(body) as { id?: number }[]).flatMap(({ id }) => (id === undefined ? [] : result(id)));
      response.writeHead(200, { "Content-Type": "application/json" }).end(batch(...answers));
    });
    const rules = `${rule("error", 'tools = ["a"]')}${rule("timeout", 'tools = ["b"]')}${rule("duplicate", 'tools = ["c"]')}`;
    const relay = await relayTo(upstream, rules);
    const sent = batch(call(1, "a"), call(2, "b"), call(3, "c"), call(4, "d"), note("notifications/x"));
    const answer = await send(relay.url, { body: sent });
    const ids = (JSON.parse(answer.body) as { id: number }[]).map(({ id }) => id).toSorted();
    expect(ids).toEqual([1, 3, 3, 4]);
    expect(JSON.parse(seen[0] ?? "")).toHaveLength(4);
    expect(relay.met().toSorted()).toEqual(["1 error", "2 timeout", "3 duplicate"]);
    const whole = batch(call(5, "d"), call(6, "e"));
    expect((await send(relay.url, { body: whole })).body).toBe(batch(result(5), result(6)));
    expect(seen[1]).toBe(whole);
  });
});
