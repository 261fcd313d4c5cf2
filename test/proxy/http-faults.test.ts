import { describe, expect, test } from "vitest";
import { call, event, json, relayTo, result, send, serve, type Handler } from "./http-rig.ts";

/** Answers on a stream: progress first, then the result. */
const stream: Handler = (_, response, body) => {
  const { id } = JSON.parse(body) as { id: number };
  response.writeHead(200, { "Content-Type": "text/event-stream" });
  response.write(event(progress(1)));
  setTimeout(() => response.end(event(result(id))), 20);
};

function progress(step: number): string {
  return `{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1,"progress":${step}}}`;
}

const rule = (kind: string, options = "") => `[[faults]]\nkind = "${kind}"\n${options}\n`;

describe.each([
  ["a single answer", json],
  ["a stream", stream],
])("a fault in %s", (_, handler) => {
  test("none: the control is noted and changes nothing", async () => {
    const relay = await relayTo(await serve(handler), rule("none"));
    const answer = await send(relay.url, { body: call(1) });
    expect(answer.body).toContain(result(1));
    expect(relay.met()).toEqual(["1 none"]);
    expect(await relay.stop()).toEqual({ requests: 1, faults: 1 });
  });

  test("error: the server is never asked", async () => {
    const asked: string[] = [];
    const upstream = await serve((...all) => {
      asked.push(all[2]);
      handler(...all);
    });
    const relay = await relayTo(upstream, rule("error", 'message = "Database is locked"\nlimit = 1'));
    const answer = await send(relay.url, { body: call(1) });
    expect(answer.status).toBe(200);
    expect(JSON.parse(answer.body)).toMatchObject({ id: 1, error: { code: -32603, message: "Database is locked" } });
    expect(asked).toEqual([]);
    expect((await send(relay.url, { body: call(2) })).body).toContain(result(2));
    expect(relay.met()).toEqual(["1 error"]);
  });

  test("latency: the answer comes later", async () => {
    const relay = await relayTo(await serve(handler), rule("latency", "delay_s = 0.2"));
    const began = performance.now();
    expect((await send(relay.url, { body: call(1) })).body).toContain(result(1));
    expect(performance.now() - began).toBeGreaterThan(195);
    expect(relay.met()).toEqual(["1 latency"]);
  });
});
