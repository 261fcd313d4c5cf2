import { describe, expect, test } from "vitest";
import { answer, call, line, sessionWith } from "./session.ts";

/** A rule for calls of tools. */
const rule = (kind: string, rest = "") => `[[faults]]\nkind = "${kind}"\n${rest}\n`;

describe("what no fault touches goes on as it came", () => {
  const odd = [
    '{"jsonrpc" : "2.0","id":1 , "method":"tools/call","params":{"name":"other","n":12345678901234567890,"x":1.0}}\r\n',
    '{"method":"tools/call","params":{"name":"other"},"id":"\\u0031","jsonrpc":"2.0"}\n',
    '{"jsonrpc":"2.0","method":"notifications/\xff\xfe","params":{}}\n',
    '[{"jsonrpc":"2.0","id":5,"method":"ping"},{"jsonrpc":"2.0","id":6,"method":"tools/call","params":{"name":"other"}}]\n',
    "\n",
    "   \r\n",
    "not JSON\n",
    "[]\n",
    "[1,\n",
    '{"id":1}\n',
    "null\n",
    '{"jsonrpc":"2.0","id":7,"result":{}}\n',
  ];

  test.each(odd)("%j", (message) => {
    const session = sessionWith(rule("error", 'tools = ["get_*"]'));
    session.client(message);
    session.server(message);
    expect(session.toServer()).toEqual([message]);
    expect(session.toClient()).toEqual([message]);
    session.carrier.close();
    expect(session.events).toEqual([]);
  });

  test("requests of both sides are counted, notifications and responses are not", () => {
    const session = sessionWith(rule("latency"));
    session.client(
      call(1),
      { jsonrpc: "2.0", method: "notifications/initialized" },
      { jsonrpc: "2.0", id: 9, method: "ping" },
    );
    session.server({ jsonrpc: "2.0", id: 1, method: "roots/list" }, answer(1));
    expect(session.carrier.counts).toEqual({ requests: 3, faults: 1 });
  });
});

describe("faults", () => {
  test("timeout: the server acts and its response is dropped", () => {
    const session = sessionWith(rule("timeout"));
    session.client(call(1));
    expect(session.toServer()).toEqual([line(call(1))]);
    expect(session.noted()).toEqual([]);
    session.server(answer(1));
    session.clock.advance(1e9);
    expect(session.toClient()).toEqual([]);
    expect(session.noted()).toEqual(["timeout 1"]);
  });

  test("timeout with a delay, and latency: the response comes later, as it was", () => {
    const session = sessionWith(rule("timeout", "delay_s = 3\nlimit = 1") + rule("latency", "delay_s = 0.25"));
    session.client(call(1), call(2));
    session.server(answer(1), answer(2));
    session.clock.advance(249);
    expect(session.toClient()).toEqual([]);
    session.clock.advance(1);
    expect(session.toClient()).toEqual([line(answer(2))]);
    session.clock.advance(2750);
    expect(session.toClient()).toEqual([line(answer(1))]);
    expect(session.noted()).toEqual(["timeout 1", "latency 2"]);
  });

  test("error: the server is never asked", () => {
    const session = sessionWith(rule("error", 'code = -32000\nmessage = "Database is locked"'));
    session.client(call("a"));
    expect(session.toServer()).toEqual([]);
    const error = { code: -32000, message: "Database is locked" };
    expect(session.toClient()).toEqual([line({ jsonrpc: "2.0", id: "a", error })]);
    expect(session.noted()).toEqual(["error a"]);
  });

  test("whoever answers, an id that a parser would round comes back digit for digit", () => {
    const drift = rule("schema_drift", 'rename_args = { a = "b" }\nafter = 3');
    const session = sessionWith(drift + rule("error", "limit = 1") + rule("stale", "after = 2\nlimit = 1"));
    const message = (at: number, rest: object) =>
      line({ ...rest, id: 0 }).replace('"id":0', `"id":900719925474099${at}`);
    const { id: _, ...asked } = call(0, { a: 1 });
    const { id: __, ...answered } = answer(0);
    session.client(message(1, asked), message(3, asked));
    session.server(message(3, answered));
    session.client(message(5, asked), message(7, asked));
    const ids = session.toClient().map((text) => /"id":(\d+)/.exec(text)?.[1]?.at(-1));
    expect(ids).toEqual(["1", "3", "5", "7"]);
    expect(session.events.map(({ kind }) => kind)).toEqual(["error", "stale", "schema_drift"]);
  });

  test("malformed: the response is broken", () => {
    const session = sessionWith(rule("malformed", 'modes = ["wrong_id"]'));
    session.client(call(1));
    session.server(answer(1));
    expect(session.toClient()).toEqual([line(answer(1)).replace('"id":1', '"id":1000001')]);
  });

  test("stale: an earlier response to the same request answers, under the new id", () => {
    const session = sessionWith(rule("stale", "after = 2"));
    const again = (id: number) => ({
      ...call(id, { a: 1 }),
      params: { ...call(0, { a: 1 }).params, _meta: { progressToken: id } },
    });
    session.client(again(1));
    session.server(answer(1, "old"));
    session.client(call(2, { a: 2 }));
    session.server(answer(2, "of other arguments"));
    session.toClient();
    session.toServer();
    session.client(again(3));
    expect(session.toServer()).toEqual([]);
    expect(session.toClient()).toEqual([line(answer(3, "old"))]);
    expect(session.noted()).toEqual(["stale 3"]);
  });

  test("hang: nothing comes for a time, then all of it in order", () => {
    const session = sessionWith(rule("hang", "for_s = 2\nlimit = 1"));
    const progress = { jsonrpc: "2.0", method: "notifications/progress", params: { progressToken: 1, progress: 1 } };
    session.client(call(1), call(2));
    expect(session.toServer()).toHaveLength(2);
    expect(session.noted()).toEqual([]);
    session.server(progress, answer(2), answer(1));
    expect(session.noted()).toEqual(["hang 1"]);
    session.clock.advance(1999);
    expect(session.toClient()).toEqual([]);
    session.clock.advance(1);
    expect(session.toClient()).toEqual([line(progress), line(answer(2)), line(answer(1))]);
  });

  test("hang for good: nothing comes any more, though the server acts", () => {
    const session = sessionWith(rule("hang", "limit = 1"));
    session.client(call(1), call(2));
    session.server(answer(1), answer(2));
    session.clock.advance(1e9);
    expect(session.toClient()).toEqual([]);
    expect(session.toServer()).toHaveLength(2);
  });

  test("reset: the server acts, then the connection breaks; nothing is sent behind that", () => {
    const session = sessionWith(rule("reset", "limit = 1"));
    session.client(call(1), call(2));
    session.server(answer(2));
    expect(session.resets()).toBe(0);
    session.server(answer(1));
    session.client(call(3));
    session.server(answer(3));
    expect(session.resets()).toBe(1);
    expect(session.toClient()).toEqual([line(answer(2))]);
    expect(session.toServer()).toHaveLength(2);
    expect(session.noted()).toEqual(["reset 1"]);
  });

  test("cut: progress passes, the response ends in the middle, and so does the connection", () => {
    const session = sessionWith(rule("cut", "at = 0.5"));
    const progress = { jsonrpc: "2.0", method: "notifications/progress", params: { progressToken: 1, progress: 1 } };
    session.client(call(1));
    session.server(progress, answer(1));
    const [first, cut] = session.toClient();
    expect(first).toBe(line(progress));
    expect(cut).not.toContain("\n");
    expect(line(answer(1)).startsWith(cut ?? "?")).toBe(true);
    expect(session.resets()).toBe(1);
  });

  test("expired_session: without sessions the connection breaks; the server is not asked", () => {
    const session = sessionWith(rule("expired_session"));
    session.client(call(1));
    expect(session.resets()).toBe(1);
    expect(session.toServer()).toEqual([]);
    expect(session.noted()).toEqual(["expired_session 1"]);
  });

  test("duplicate: the response comes twice", () => {
    const session = sessionWith(rule("duplicate"));
    session.client(call(1));
    session.server(answer(1));
    expect(session.toClient()).toEqual([line(answer(1)), line(answer(1))]);
  });

  test("reorder: the response comes behind the next one", () => {
    const session = sessionWith(rule("reorder", "limit = 1"));
    const tick = { jsonrpc: "2.0", method: "notifications/message", params: { level: "info", data: 1 } };
    session.client(call(1), call(2), call(3));
    session.server(answer(1), tick, answer(2), answer(3));
    expect(session.toClient()).toEqual([tick, answer(2), answer(1), answer(3)].map(line));
    expect(session.noted()).toEqual(["reorder 1"]);
  });

  test("reorder without a next response: it comes after a while, and no fault was met", () => {
    const session = sessionWith(rule("reorder", "hold_s = 1"));
    session.client(call(1));
    session.server(answer(1));
    session.clock.advance(1000);
    expect(session.toClient()).toEqual([line(answer(1))]);
    expect(session.noted()).toEqual(["reorder 1 missed"]);
  });

  test("late: the response comes when the client has gone on", () => {
    const session = sessionWith(rule("late", "limit = 1"));
    session.client(call(1));
    session.server(answer(1));
    session.client({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } });
    expect(session.toClient()).toEqual([]);
    session.client(call(2));
    session.server(answer(2));
    expect(session.toClient()).toEqual([line(answer(1)), line(answer(2))]);
    expect(session.noted()).toEqual(["late 1"]);
  });

  test.each(["late", "reorder"])("%s: a client that leaves without the response has met it", (kind) => {
    const session = sessionWith(rule(kind));
    session.client(call(1));
    session.server(answer(1));
    session.carrier.close();
    session.clock.advance(1e9);
    expect(session.toClient()).toEqual([]);
    expect(session.noted()).toEqual([`${kind} 1`]);
    expect(session.carrier.counts).toEqual({ requests: 1, faults: 1 });
  });

  test("lost_cancellation: the server does not hear of it, and answers", () => {
    const session = sessionWith(rule("lost_cancellation"));
    const cancel = (requestId: number) => ({
      jsonrpc: "2.0",
      method: "notifications/cancelled",
      params: { requestId },
    });
    session.client(call(1), call(2));
    session.toServer();
    session.client(cancel(1), cancel(7));
    expect(session.toServer()).toEqual([line(cancel(7))]);
    session.server(answer(1), answer(2));
    expect(session.toClient()).toEqual([line(answer(1)), line(answer(2))]);
    expect(session.noted()).toEqual(["lost_cancellation 1", "lost_cancellation 2 missed"]);
  });

  test("none: is noted and changes nothing", () => {
    const session = sessionWith(rule("none"));
    session.client(call(1));
    session.server(answer(1));
    expect(session.toClient()).toEqual([line(answer(1))]);
    expect(session.noted()).toEqual(["none 1 missed"]);
  });

  test("a fault whose response never came is noted at the close as not landed", () => {
    const session = sessionWith(rule("latency"));
    session.client(call(1), call(2));
    session.server(answer(2));
    session.carrier.close();
    session.carrier.close();
    session.clock.advance(1e9);
    expect(session.toClient()).toEqual([]);
    expect(session.noted()).toEqual(["latency 2", "latency 1 missed"]);
    expect(session.carrier.counts).toEqual({ requests: 2, faults: 1 });
  });
});

describe("schema drift", () => {
  const drift = rule(
    "schema_drift",
    'after = 1\nrename_args = { site = "site_id" }\nrename_fields = { name = "title" }\nnotify = true',
  );
  const structured = (id: number, fields: object) => ({
    jsonrpc: "2.0",
    id,
    result: { content: [{ type: "text", text: JSON.stringify(fields) }], structuredContent: fields },
  });
  const list = (arg: string, field: string) => ({
    jsonrpc: "2.0",
    id: 9,
    result: {
      tools: [
        {
          name: "get_site",
          inputSchema: { type: "object", properties: { [arg]: { type: "string" } }, required: [arg] },
          outputSchema: { type: "object", properties: { [field]: { type: "string" } } },
        },
      ],
    },
  });
  const changed = { jsonrpc: "2.0", method: "notifications/tools/list_changed" };

  test("from some call on old names are refused, new ones serve, results and the list have new ones", () => {
    const session = sessionWith(drift);
    session.client(call(1, { site: "a" }));
    session.server(structured(1, { name: "x" }));
    expect(session.toClient()).toEqual([line(structured(1, { name: "x" }))]);
    session.client({ jsonrpc: "2.0", id: 9, method: "tools/list" });
    session.server(list("site", "name"));
    expect(session.toClient()).toEqual([line(list("site", "name"))]);
    session.toServer();

    session.client(call(2, { site: "a" }));
    expect(session.toServer()).toEqual([]);
    const [first, refusal] = session.toClient();
    expect(first).toBe(line(changed));
    expect(JSON.parse(refusal ?? "")).toMatchObject({ id: 2, error: { code: -32602 } });
    session.client({ jsonrpc: "2.0", id: 9, method: "tools/list" });
    session.server(list("site", "name"));
    expect(session.toClient()).toEqual([line(list("site_id", "title"))]);
    session.toServer();

    session.client(call(3, { site_id: "a" }));
    expect(session.toServer()).toEqual([line(call(3, { site: "a" }))]);
    session.server(structured(3, { name: "x" }));
    expect(session.toClient()).toEqual([line(structured(3, { title: "x" }))]);
    expect(session.noted()).toEqual(["schema_drift 2"]);
  });

  test("has not landed while nobody has met a new name", () => {
    const session = sessionWith(rule("schema_drift", 'rename_fields = { name = "title" }'));
    session.client(call(1));
    session.server(answer(1));
    session.carrier.close();
    expect(session.noted()).toEqual(["schema_drift 1 missed"]);
  });

  test("acts besides other faults", () => {
    const session = sessionWith(rule("schema_drift", 'rename_fields = { name = "title" }') + rule("duplicate"));
    session.client(call(1));
    session.server(structured(1, { name: "x" }));
    expect(session.toClient()).toEqual([line(structured(1, { title: "x" })), line(structured(1, { title: "x" }))]);
    expect(session.noted()).toEqual(["schema_drift 1", "duplicate 1"]);
  });
});

describe("both directions", () => {
  const sampling = (id: number) => ({ jsonrpc: "2.0", id, method: "sampling/createMessage", params: { messages: [] } });

  test("requests of the server meet faults too, under ids of their own", () => {
    const session = sessionWith(rule("error", 'methods = ["sampling/createMessage"]\nafter = 1'));
    session.client(call(1));
    session.server(sampling(1));
    session.client(answer(1, "from the model"));
    session.server(answer(1, "from the tool"));
    expect(session.toServer()).toEqual([line(call(1)), line(answer(1, "from the model"))]);
    expect(session.toClient()).toEqual([line(sampling(1)), line(answer(1, "from the tool"))]);
    session.server(sampling(2));
    expect(session.toClient()).toEqual([]);
    expect(JSON.parse(session.toServer()[0] ?? "")).toMatchObject({ id: 2, error: { code: -32603 } });
  });

  test("a latency on the client's response to the server", () => {
    const session = sessionWith(rule("latency", 'methods = ["sampling/*"]\ndelay_s = 1'));
    session.server(sampling(1));
    session.client(answer(1));
    expect(session.toServer()).toEqual([]);
    session.clock.advance(1000);
    expect(session.toServer()).toEqual([line(answer(1))]);
  });

  test("resources, prompts and completions", () => {
    const session = sessionWith(
      rule("error", 'methods = ["resources/*", "prompts/get", "completion/complete"]\ntools = ["file:///a", "p"]'),
    );
    session.client(
      { jsonrpc: "2.0", id: 1, method: "resources/read", params: { uri: "file:///a" } },
      { jsonrpc: "2.0", id: 2, method: "resources/read", params: { uri: "b://b" } },
      { jsonrpc: "2.0", id: 3, method: "prompts/get", params: { name: "p" } },
      { jsonrpc: "2.0", id: 4, method: "completion/complete", params: { ref: { type: "ref/prompt", name: "p" } } },
    );
    expect(session.noted()).toEqual(["error 1", "error 3", "error 4"]);
    expect(session.toServer()).toHaveLength(1);
  });
});

describe("batches", () => {
  test("what is left of a batch goes on as one, what was touched by itself", () => {
    const session = sessionWith(rule("error", 'tools = ["bad"]') + rule("latency", 'tools = ["slow"]\ndelay_s = 1'));
    const [good, bad, slow] = [call(1), call(2, {}, "bad"), call(3, {}, "slow")];
    session.client([good, bad, slow]);
    expect(session.toServer()).toEqual([line([good, slow])]);
    expect(session.toClient().map((text) => JSON.parse(text).id)).toEqual([2]);
    session.server([answer(1), answer(3)]);
    expect(session.toClient()).toEqual([line([answer(1)])]);
    session.clock.advance(1000);
    expect(session.toClient()).toEqual([line(answer(3))]);
  });

  test("nothing goes on where all of it was answered here", () => {
    const session = sessionWith(rule("error"));
    session.client([call(1), call(2)]);
    expect(session.toServer()).toEqual([]);
    expect(session.toClient()).toHaveLength(2);
  });
});

describe("messages that need not be seen whole", () => {
  test("those that no rule is about, while nothing waits for a response", () => {
    const { carrier } = sessionWith(rule("latency"));
    expect(carrier.passesFromClient(Buffer.from('{"method":"resources/read","par'))).toBe(true);
    expect(carrier.passesFromClient(Buffer.from('{"jsonrpc":"2.0","id":1,"method":"tools/call","par'))).toBe(false);
    expect(carrier.passesFromServer(Buffer.from('{"result":{"content":[{"text":"'))).toBe(true);
    expect(carrier.passesFromServer(Buffer.from('{"jsonrpc":"2.0","id":'))).toBe(false);
    expect(carrier.passesFromServer(Buffer.from('[{"jsonrpc":"2.0","id":'))).toBe(false);
    carrier.fromClient(Buffer.from(line(call(1))));
    expect(carrier.passesFromServer(Buffer.from('{"result":{"content":[{"text":"'))).toBe(false);
    expect(carrier.counts.requests).toBe(2);
    carrier.tooLongFromClient(Buffer.from('{"jsonrpc":"2.0","id":2,"method":"tools/call","par'));
    expect(carrier.counts.requests).toBe(3);
  });
});
