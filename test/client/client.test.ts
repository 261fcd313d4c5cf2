import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Attempt } from "../../src/client/attempt.ts";
import {
  DisconnectedFailure,
  MalformedFailure,
  ProtocolFailure,
  TimeoutFailure,
  ToolFailure,
} from "../../src/client/call-failure.ts";
import { type Client, connect } from "../../src/client/client.ts";
import { pause } from "../../src/client/mechanism.ts";
import { MALFORMED_MODES } from "../../src/faults/fault.ts";
import { corrupt } from "../../src/faults/malformed.ts";
import { createVirtualClock, type VirtualClock } from "../../src/kernel/virtual-clock.ts";
import { type Reply, type ScriptedServer, type Sent, scriptedServer } from "../benchmark/support/scripted-server.ts";

interface Setup {
  client: Client;
  server: ScriptedServer;
  clock: VirtualClock;
  attempts: Attempt[];
  look(site: string): Promise<Record<string, unknown>>;
}

async function setUp(
  onCall: (call: Sent, reply: Reply, number: number) => void,
  tools?: () => unknown[],
): Promise<Setup> {
  const clock = createVirtualClock();
  const server = scriptedServer(onCall, tools);
  const attempts: Attempt[] = [];
  const client = await connect(server.dial, clock, (attempt) => attempts.push(attempt));
  let call = 0;
  const look = (site: string) => {
    call += 1;
    return client.attempt("look", { site_id: site }, { timeoutMs: 1_000, call, attempt: 1, write: false });
  };
  return { client, server, clock, attempts, look };
}

describe("what a failure is told as", () => {
  test.each<[string, (reply: Reply) => void, new (...args: never[]) => Error, Attempt["outcome"]]>([
    ["no response", () => undefined, TimeoutFailure, "timeout"],
    ["the connection breaks", (reply) => reply.hangUp(), DisconnectedFailure, "disconnected"],
    ["a JSON-RPC error", (reply) => reply.error(-32_603, "Internal error"), ProtocolFailure, "protocol_error"],
    [
      "a result with isError",
      (reply) => reply.result({ content: [{ type: "text", text: "no such site" }], isError: true }),
      ToolFailure,
      "tool_error",
    ],
    ["no structured content", (reply) => reply.result({ content: [] }), MalformedFailure, "malformed"],
    ["content of a wrong type", (reply) => reply.result({ content: "x" }), MalformedFailure, "malformed"],
    ["text in place of a message", (reply) => reply.raw("Segmentation fault"), MalformedFailure, "malformed"],
  ])("%s", async (_, script, failure, outcome) => {
    const { attempts, look } = await setUp((_call, reply) => script(reply));
    await expect(look("a")).rejects.toThrow(failure);
    expect(attempts).toMatchObject([{ tool: "look", outcome, message: expect.stringMatching(/./) }]);
  });

  test.each(MALFORMED_MODES)("%s: never as a result, wherever it is broken", async (mode) => {
    for (const at of [0, 0.2, 0.5, 0.9, 0.999]) {
      const { look } = await setUp(({ id }, reply) => {
        const whole = JSON.stringify({ jsonrpc: "2.0", id, result: { content: [], structuredContent: { a: "b" } } });
        reply.raw(corrupt(Buffer.from(`${whole}\n`), { mode, at }).toString());
      });
      await expect(look("a")).rejects.toThrow(MalformedFailure);
    }
  });
});

describe("answers that are not for a request that waits", () => {
  test("a late answer is dropped, and the server was told that nobody waits for it", async () => {
    const late: (() => void)[] = [];
    const { server, look } = await setUp(({ params }, reply, number) => {
      if (number === 1) late.push(() => reply.output({ name: "late" }));
      else {
        late[0]?.();
        reply.output({ name: String(params?.arguments?.["site_id"]) });
      }
    });
    await expect(look("a")).rejects.toThrow(TimeoutFailure);
    expect(server.sent.at(-1)).toMatchObject({ method: "notifications/cancelled", params: { requestId: 3 } });
    await expect(look("b")).resolves.toEqual({ name: "b" });
  });

  test("an answer that comes twice counts once", async () => {
    const { look } = await setUp(({ params }, reply) => {
      for (const _ of [1, 2]) reply.output({ name: String(params?.arguments?.["site_id"]) });
    });
    expect(await look("a")).toEqual({ name: "a" });
    expect(await look("b")).toEqual({ name: "b" });
  });

  test("a request that was answered is not called off later", async () => {
    const { server, clock, look } = await setUp((_call, reply) => reply.output({}));
    await look("a");
    await pause(clock, 5_000);
    expect(server.sent.map(({ method }) => method)).not.toContain("notifications/cancelled");
  });

  test("answers in another order than the requests come to their own", async () => {
    const replies: (() => void)[] = [];
    const { look } = await setUp(({ params }, reply) => {
      replies.unshift(() => reply.output({ name: String(params?.arguments?.["site_id"]) }));
      if (replies.length === 3) for (const answer of replies) answer();
    });
    expect(await Promise.all([look("a"), look("b"), look("c")])).toEqual([{ name: "a" }, { name: "b" }, { name: "c" }]);
  });

  test("where several wait, a broken answer that names none fails none of them by guess", async () => {
    const { look } = await setUp((_call, reply, number) => {
      if (number === 1) return;
      reply.raw("<html>");
      reply.output({ name: "b" });
    });
    const [first, second] = await Promise.allSettled([look("a"), look("b")]);
    expect(first).toMatchObject({ reason: { outcome: "timeout" } });
    expect(second).toMatchObject({ value: { name: "b" } });
  });
});

/** What a server may do with a request, good or bad, once it has it. */
const deeds = fc.constantFrom("answer", "twice", "late", "never", "broken", "noise", "error", "hang up", "wrong id");

test("whatever a server does with many requests at once, each ends once, and never with what is another's", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(deeds, fc.nat(2_500)), { minLength: 1, maxLength: 12 }), async (plan) => {
      const { attempts, clock, look } = await setUp(({ id, params }, reply, number) => {
        const [deed, ms] = plan[number - 1] ?? ["answer", 0];
        const output = () => reply.output({ name: String(params?.arguments?.["site_id"]) });
        const actions: Record<typeof deed, () => void> = {
          answer: output,
          twice: () => {
            output();
            output();
          },
          late: () => void clock.after(1_000, output),
          never: () => undefined,
          broken: () => reply.raw(`{"jsonrpc":"2.0","id":${id},"result":{"structuredContent":{"name":"x"`),
          noise: () => reply.raw("listening ..."),
          error: () => reply.error(-32_603, "Internal error"),
          "hang up": () => reply.hangUp(),
          "wrong id": () => reply.raw('{"jsonrpc":"2.0","id":1000009,"result":{"structuredContent":{"name":"x"}}}'),
        };
        clock.after(ms, actions[deed]);
      });
      const results = await Promise.allSettled(plan.map((_, at) => look(`site ${at}`)));
      for (const [at, result] of results.entries()) {
        if (result.status === "fulfilled") expect(result.value).toEqual({ name: `site ${at}` });
      }
      expect(attempts).toHaveLength(plan.length);
      expect(new Set(attempts.map(({ call }) => call)).size).toBe(plan.length);
    }),
  );
});

describe("the connection", () => {
  test("one that broke is opened and initialised again, once for all that ask", async () => {
    const { server, attempts, look } = await setUp((_call, reply, number) => {
      if (number === 1) reply.hangUp();
      else reply.output({});
    });
    await expect(look("a")).rejects.toThrow(DisconnectedFailure);
    await Promise.all([look("b"), look("c")]);
    expect(server.dials).toBe(2);
    expect(server.sent.map(({ method }) => method)).toEqual([
      ...["initialize", "notifications/initialized", "tools/list", "tools/call"],
      ...["initialize", "notifications/initialized", "tools/call", "tools/call"],
    ]);
    const ids = server.sent.flatMap(({ id }) => id ?? []);
    expect(new Set(ids).size).toBe(ids.length);
    expect(attempts.map(({ outcome }) => outcome)).toEqual(["disconnected", "ok", "ok"]);
  });

  test("one that cannot be opened is tried again by the next request", async () => {
    const clock = createVirtualClock();
    const server = scriptedServer((_call, reply) => reply.output({}));
    let down = false;
    const dial: typeof server.dial = async (listener) => {
      if (down) queueMicrotask(() => listener.closed("gone"));
      return down ? { send: () => undefined, close: async () => undefined } : server.dial(listener);
    };
    const client = await connect(dial, clock, () => undefined);
    await client.drop();
    down = true;
    const options = { timeoutMs: 1_000, call: 1, attempt: 1, write: false };
    await expect(client.attempt("look", {}, options)).rejects.toThrow(DisconnectedFailure);
    down = false;
    await expect(client.attempt("look", {}, options)).resolves.toEqual({});
  });

  test("one that could not be initialised is closed", async () => {
    let closed = 0;
    const dial = async () => ({
      send: () => undefined,
      close: async () => {
        closed += 1;
      },
    });
    await expect(connect(dial, createVirtualClock(), () => undefined)).rejects.toThrow("no response to initialize");
    expect(closed).toBe(1);
  });

  test("a ping of the server is answered, another request of it refused", async () => {
    const { server } = await setUp(() => undefined);
    server.say('{"jsonrpc":"2.0","id":"s1","method":"ping"}');
    server.say('{"jsonrpc":"2.0","id":"s2","method":"sampling/createMessage"}');
    expect(server.sent.slice(-2)).toMatchObject([
      { id: "s1", result: {} },
      { id: "s2", error: { code: -32_601 } },
    ]);
  });

  test("a ping tells whether the other side still answers, on this connection", async () => {
    const { client, server, look } = await setUp((_call, reply) => reply.output({}));
    expect(await client.ping(100)).toBe(true);
    server.mute();
    expect(await client.ping(100)).toBe(false);
    await client.drop();
    await expect(look("a")).resolves.toEqual({});
  });
});

describe("the list of tools", () => {
  test("is read page by page", async () => {
    const server = scriptedServer(() => undefined);
    const page = (name: string, nextCursor?: string) => ({ tools: [{ name, inputSchema: {} }], nextCursor });
    const dial: typeof server.dial = async (listener) => {
      const link = await server.dial({ ...listener, message: () => undefined });
      const send = (text: string) => {
        const { id, method, params }: Sent = JSON.parse(text);
        const result = method === "tools/list" ? (params?.["cursor"] ? page("two") : page("one", "more")) : {};
        if (id !== undefined) listener.message(JSON.stringify({ jsonrpc: "2.0", id, result }));
      };
      return { ...link, send };
    };
    const client = await connect(dial, createVirtualClock(), () => undefined);
    expect(client.tools.map(({ name }) => name)).toEqual(["one", "two"]);
  });

  test("tells which tools write, and whether it has changed", async () => {
    const { client, server } = await setUp(() => undefined);
    expect(client.tools.map(({ name, readOnly }) => [name, readOnly])).toEqual([
      ["look", true],
      ["book", false],
      ["mail", false],
    ]);
    server.say('{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}');
    expect(client.toolsChanged).toBe(true);
    await client.listTools();
    expect(client.toolsChanged).toBe(false);
  });

  test("one that is broken is a failure", async () => {
    await expect(
      setUp(
        () => undefined,
        () => [{ name: 1 }],
      ),
    ).rejects.toThrow(MalformedFailure);
  });
});

test("an attempt is recorded with its id, times and arguments; what was not accepted with the reason", async () => {
  const { client, clock, attempts } = await setUp((_call, reply) => void clock.after(40, () => reply.output({ a: 1 })));
  const options = { timeoutMs: 1_000, call: 5, attempt: 2, write: true };
  const accept = (output: Record<string, unknown>) => {
    if (output["a"] === 1) throw new ToolFailure("not this one\nand more");
    return output;
  };
  await expect(client.attempt("book", { site_id: "a" }, { ...options, accept })).rejects.toThrow(ToolFailure);
  expect(attempts).toEqual([
    {
      ...{ v: 1, id: 3, tool: "book", call: 5, attempt: 2, write: true, args: { site_id: "a" } },
      ...{ startMs: 0, endMs: 40, outcome: "tool_error", message: "not this one" },
    },
  ]);
});
