import { request as httpRequest } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Answer } from "../../src/debugging/reports.ts";
import { Desk } from "../../src/mcp/desk.ts";
import { type HttpListener, listen } from "../../src/mcp/http.ts";
import { engineFor } from "../debugging/support.ts";
import { connectClient } from "../e2e/support/mcp/typescript-peers.ts";

const TOKEN = "a-token-for-this-test";
let desk: Desk;
let listener: HttpListener;
let port: number;

beforeAll(async () => {
  desk = new Desk(async () => engineFor("/repo"));
  listener = await listen(desk, "1.2.3", { host: "127.0.0.1", port: 0 }, TOKEN);
  port = Number(new URL(listener.url).port);
});

afterAll(() => listener.close());

describe("who is let in", () => {
  test.each([
    ["without a token", { authorization: undefined }, 401, 'Bearer realm="faultline"'],
    ["with a wrong one", { authorization: "Bearer no" }, 401, 'Bearer realm="faultline", error="invalid_token"'],
    ["who came by another name", { host: "evil.example" }, 403, undefined],
    ["who came by a name that begins like ours", { host: "localhost.evil.example" }, 403, undefined],
    ["from a page of elsewhere", { origin: "http://evil.example" }, 403, undefined],
    ["from a page of a file", { origin: "null" }, 403, undefined],
    [
      "from elsewhere even without a token",
      { origin: "http://evil.example", authorization: undefined },
      403,
      undefined,
    ],
  ])("not one %s", async (_, headers, status, challenge) => {
    const answer = await post(initialize, headers);
    expect(answer.status).toBe(status);
    expect(answer.headers["www-authenticate"]).toBe(challenge);
    expect(answer.headers["access-control-allow-origin"]).toBeUndefined();
    expect(answer.body).not.toContain(TOKEN);
  });

  test.each([
    ["with the token", {}],
    ["who came by localhost", { host: "localhost:7337" }],
    ["from a page of this machine", { origin: "http://localhost:6274" }],
  ])("one %s", async (_, headers) => {
    expect((await post(initialize, headers)).status).toBe(200);
  });

  test("nothing is at any other path, with or without a token", async () => {
    for (const path of ["/", "/.well-known/oauth-protected-resource", "/mcp/x"]) {
      expect((await send("GET", path)).status).toBe(404);
      expect((await send("GET", path, undefined, { authorization: undefined })).status).toBe(404);
    }
  });

  test("a body that is too large is not taken", async () => {
    const large = { ...initialize, padding: "x".repeat(1024 * 1024) };
    expect((await post(large)).status).toBe(413);
  });
});

describe("a session of the older era", () => {
  test("begins with initialize, is named from then on, and ends", async () => {
    const begun = await post(initialize);
    const session = { "mcp-session-id": String(begun.headers["mcp-session-id"]) };
    expect(session["mcp-session-id"]).toMatch(/^[\w-]{36}$/);
    const list = { jsonrpc: "2.0", id: 2, method: "tools/list" };
    expect((await post(list, session)).body).toContain("failure_context");
    expect((await post(list, { "mcp-session-id": "another" })).status).toBe(404);
    expect((await post(list)).status).toBe(400);
    expect((await send("GET", "/mcp")).status).toBe(400);
    expect((await send("DELETE", "/mcp", undefined, session)).status).toBe(200);
    expect((await post(list, session)).status).toBe(404);
  });

  test("is given up for newer ones when there are too many", async () => {
    const first = String((await post(initialize)).headers["mcp-session-id"]);
    const list = { jsonrpc: "2.0", id: 2, method: "tools/list" };
    for (let count = 0; count < 50; count += 1) await post(initialize);
    expect((await post(list, { "mcp-session-id": first })).status).toBe(404);
    expect((await post(initialize)).status).toBe(200);
  });
});

describe("a request of the newer era", () => {
  test("stands for itself, without a session", async () => {
    const answer = await post(
      {
        jsonrpc: "2.0",
        id: 1,
        method: "tools/list",
        params: {
          _meta: {
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
            "io.modelcontextprotocol/clientCapabilities": {},
          },
        },
      },
      { "mcp-protocol-version": "2026-07-28", "mcp-method": "tools/list" },
    );
    expect(answer.status).toBe(200);
    expect(answer.headers["mcp-session-id"]).toBeUndefined();
    expect(answer.body).toContain("failure_context");
  });
});

describe("a client that listens for evidence", () => {
  test.each(["2025-11-25", "2026-07-28"] as const)("in the era of %s hears of it", async (era) => {
    let hear: () => void = () => undefined;
    const heard = new Promise<void>((resolve) => {
      hear = resolve;
    });
    const resources = { autoRefresh: false, debounceMs: 0, onChanged: () => hear() };
    const reach = { url: listener.url, token: TOKEN };
    const client = await connectClient(reach, era, undefined, { listChanged: { resources } });
    const omitted = [{ what: "suspects", count: 1, handle: "ev_0123456789ab" }];
    const answer: Answer = { omitted, tokens: { budget: 2000, used: 20, encoding: "o200k_base" } };
    const order = { tool: "some_tool", runsTests: false, seconds: 50, budgetTokens: 2000, run: async () => answer };
    const { signal } = new AbortController();
    // The stream on which it listens may open a moment after the connection.
    const again = setInterval(() => desk.answer(order, { signal } as Parameters<Desk["answer"]>[1]), 50);
    await heard;
    clearInterval(again);
    await client.close();
  });
});

test("an address that is taken is said to be", async () => {
  const again = listen(new Desk(async () => engineFor("/repo")), "1.2.3", { host: "127.0.0.1", port }, TOKEN);
  await expect(again).rejects.toThrow(`cannot listen on 127.0.0.1:${port}`);
});

const initialize = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "test", version: "1" } },
};

interface Answered {
  status: number | undefined;
  headers: NodeJS.Dict<string | string[]>;
  body: string;
}

type Headers = Record<string, string | undefined>;

function post(message: unknown, headers: Headers = {}): Promise<Answered> {
  return send("POST", "/mcp", JSON.stringify(message), headers);
}

/** `fetch` would not send the Host that it is told to. */
function send(method: string, path: string, body?: string, headers: Headers = {}): Promise<Answered> {
  const all: Headers = {
    authorization: `Bearer ${TOKEN}`,
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    ...headers,
  };
  const given = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
  return new Promise((resolve, reject) => {
    const request = httpRequest({ port, host: "127.0.0.1", method, path, headers: given }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (chunk: string) => {
        text += chunk;
      });
      response.on("end", () => resolve({ status: response.statusCode, headers: response.headers, body: text }));
    });
    request.on("error", reject).end(body);
  });
}
