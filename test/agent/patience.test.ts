import { APICallError, JSONParseError } from "@ai-sdk/provider";
import { afterEach, describe, expect, test } from "vitest";
import { openAiCompatible } from "../../src/agent/openai-compatible.ts";
import { waitBeforeRetry } from "../../src/agent/passing.ts";
import type { Patience } from "../../src/agent/patience.ts";
import { begin } from "./conversation.ts";
import { chatCompletion, chatWords } from "./wire-forms.ts";
import { type Reply, startWireServer, type WireServer } from "./wire-server.ts";

const servers: WireServer[] = [];
afterEach(() => Promise.all(servers.splice(0).map((server) => server.close())));

const good: Reply = { stream: chatCompletion({ content: "Hi." }, "stop") };
const KEY = "an-odd:key/of no known form";

async function serving(...script: Reply[]) {
  const server = await startWireServer(script);
  servers.push(server);
  return { server, ...at(server.url) };
}

function at(url: string, limits: Partial<Patience> = {}) {
  const patience = { baseMs: 1, attempts: 3, ...limits };
  return { provider: openAiCompatible({ model: "m", baseUrl: `${url}/v1`, key: KEY, greedy: false, patience }) };
}

describe("what is passing is tried again", () => {
  test.each<[string, Reply]>([
    ["too many requests", { status: 429, json: { error: { message: "slow down" } } }],
    ["a request that took the server too long", { status: 408, json: {} }],
    ["a gateway without its server", { status: 502, text: "<html>Bad Gateway</html>" }],
    ["a connection that breaks before the answer", "reset"],
    ["a connection that breaks within the answer", { stream: chatWords({ content: "Hi" }), after: "reset" }],
    ["a connection that breaks within an event", { stream: 'data: {"id": "chatcmpl', after: "reset" }],
    ["an answer that ends within an event", { stream: 'data: {"id": "chatcmpl' }],
    ["an answer that ends before the turn", { stream: chatWords({ content: "Hi" }) }],
    ["an event that is no JSON", { stream: `data: {"id": "chatcmpl\n\n${chatCompletion({ content: "Hi" }, "stop")}` }],
    ["an empty answer", { stream: "" }],
    ["an error that may pass in place of a stream", { json: { error: { message: "wait", type: "server_error" } } }],
  ])("%s", async (_, reply) => {
    const { server, provider } = await serving(reply, good);
    expect((await begin(provider)).text).toBe("Hi.");
    expect(server.seen).toHaveLength(2);
  });

  test("but only so often", async () => {
    const busy: Reply = { status: 503, json: { error: { message: "Loading model" } } };
    const { server, provider } = await serving(busy, busy, busy, good);
    await expect(begin(provider)).rejects.toMatchObject({
      code: "model-failed",
      message: "openai-compatible m after 3 attempts: status 503: Loading model",
    });
    expect(server.seen).toHaveLength(3);
  });
});

describe("what will stay is told at once", () => {
  test.each<[string, Reply, RegExp]>([
    [
      "a refused request",
      { status: 400, json: { error: { message: "no such model" } } },
      /m: status 400: no such model$/,
    ],
    ["a spent quota", { status: 429, json: { error: { code: "insufficient_quota", message: "pay" } } }, /429: pay$/],
    [
      "a server that says not to come back",
      { status: 500, headers: { "x-should-retry": "false" }, json: { error: { message: "gone" } } },
      /status 500: gone$/,
    ],
    ["events of another kind", { stream: 'data: {"hello": "world"}\n\n' }, /the answer is not of the server's kind/],
    [
      "a document in place of a stream",
      { json: { hello: "world" } },
      /no stream of events, but [^ ]+: \{"hello":"world"\}$/,
    ],
    ["an error in place of a stream", { json: { error: { message: "no credit" } } }, /: no credit$/],
    ["an error without words", { status: 404, text: "" }, /status 404: Not Found$/],
    ["a wait of more than a minute", { status: 429, headers: { "retry-after": "3600" }, json: {} }, /status 429/],
  ])("%s", async (_, reply, message) => {
    const { server, provider } = await serving(reply, good);
    await expect(begin(provider)).rejects.toMatchObject({
      code: "model-failed",
      message: expect.stringMatching(message),
    });
    expect(server.seen).toHaveLength(1);
  });

  test("errors are one line without key, well-known credentials or a page of HTML", async () => {
    const page = `<html>\n${"<p>no</p>\n".repeat(200)}</html>`;
    const { provider } = await serving(
      { status: 401, json: { error: { message: `bad key ${KEY}, or sk-proj-abcdefgh1234567890XYZ` } } },
      { status: 403, text: page },
    );
    await expect(begin(provider)).rejects.toMatchObject({
      message: expect.stringMatching(/bad key <redacted>, or <redacted>$/),
    });
    const told = await begin(provider).catch(({ message }: Error) => message);
    expect(told).toBe("openai-compatible m: status 403: Forbidden");
  });

  test("a terminal that is shown an error is told nothing by the server", async () => {
    const { provider } = await serving({ status: 400, json: { error: { message: "\u001b[2Jred\u202e" } } });
    const told = await begin(provider).catch(({ message }: Error) => message);
    expect(told).toMatch(/: status 400: \?\[2Jred\?/);
    expect(told).not.toMatch(/\p{C}/u);
  });

  test("a key that no header can hold is not shown either", async () => {
    const { server } = await serving(good);
    const baseUrl = `${server.url}/v1`;
    const provider = openAiCompatible({ model: "m", baseUrl, key: "odd\nkey", greedy: false });
    const told = await begin(provider).catch(({ message }: Error) => message);
    expect(told).toMatch(/^openai-compatible m: .*<redacted>/);
    expect(told).not.toContain("odd");
  });

  test("a redirect is not followed", async () => {
    const other = await serving(good);
    const moved: Reply = { status: 307, headers: { location: `${other.server.url}/v1/chat/completions` }, json: {} };
    const { server, provider } = await serving(moved);
    await expect(begin(provider)).rejects.toMatchObject({ message: expect.stringMatching(/redirect/) });
    expect(server.seen).toHaveLength(1);
    expect(other.server.seen).toHaveLength(0);
  });

  test("an answer without end is given up", async () => {
    const { server, provider } = await serving({ stream: `data: ${"x".repeat(16_000_001)}` });
    await expect(begin(provider)).rejects.toMatchObject({ message: expect.stringMatching(/longer than 16 MB$/) });
    expect(server.seen).toHaveLength(1);
  });

  test("a server that does not run", async () => {
    const { server, provider } = await serving();
    await server.close();
    await expect(begin(provider)).rejects.toMatchObject({
      message: expect.stringMatching(/^openai-compatible m: .*ECONNREFUSED/),
    });
  });

  test("a server that speaks no TLS, and a port that no server has", async () => {
    const { server } = await serving();
    await expect(begin(at(server.url.replace("http:", "https:")).provider)).rejects.toMatchObject({
      message: expect.stringMatching(/^openai-compatible m: .*SSL/),
    });
    await expect(begin(at("http://127.0.0.1:1").provider)).rejects.toMatchObject({
      message: expect.stringMatching(/^openai-compatible m: .*bad port$/),
    });
  });
});

describe("no answer", () => {
  test.each<[string, Reply]>([
    ["before", "hang"],
    ["within", { stream: chatWords({ content: "Hi" }), after: "hang" }],
  ])("a model that is silent for too long %s its answer is given up", async (_, reply) => {
    const { server } = await serving(reply);
    const { provider } = at(server.url, { silentMs: 50 });
    await expect(begin(provider)).rejects.toMatchObject({ message: "openai-compatible m: silent for 0.05 s" });
    // On a slow machine it may not even have been asked.
    if (server.seen.length > 0) await server.hungUp;
  });

  test("one that is never silent, but does not come to an end either", async () => {
    const { server } = await serving({ stream: chatWords({ content: "on and on" }), after: "again" });
    const { provider } = at(server.url, { totalMs: 50 });
    await expect(begin(provider)).rejects.toMatchObject({ message: "openai-compatible m: not done after 0.05 s" });
    await server.hungUp;
  });

  test("who cancels is not kept waiting, and the server hears of it", async () => {
    const { server, provider } = await serving("hang");
    const controller = new AbortController();
    const turn = begin(provider, { signal: controller.signal });
    const failed = expect(turn).rejects.toMatchObject({ message: "openai-compatible m: cancelled" });
    await expect.poll(() => server.seen.length, { timeout: 20_000 }).toBe(1);
    controller.abort();
    await failed;
    await server.hungUp;
  });

  test("who cancels during a wait is not kept waiting either", async () => {
    const { server, provider } = await serving({ status: 429, headers: { "retry-after": "50" }, json: {} });
    const controller = new AbortController();
    const turn = begin(provider, { signal: controller.signal });
    const failed = expect(turn).rejects.toMatchObject({ message: "openai-compatible m: cancelled" });
    await expect.poll(() => server.seen.length, { timeout: 20_000 }).toBe(1);
    controller.abort();
    await failed;
  });
});

describe("how long to wait", () => {
  const busy = (headers: Record<string, string>, responseBody = "") =>
    new APICallError({
      message: "busy",
      url: "http://127.0.0.1/",
      requestBodyValues: {},
      statusCode: 429,
      responseHeaders: headers,
      responseBody,
    });

  test("as long as the server asks for: in seconds, milliseconds, by a date or in the error's body", () => {
    expect(waitBeforeRetry(busy({ "retry-after": "7" }), 1, 10)).toBe(7000);
    expect(waitBeforeRetry(busy({ "retry-after": "0.5" }), 1, 10)).toBe(500);
    expect(waitBeforeRetry(busy({ "retry-after-ms": "1234", "retry-after": "9" }), 1, 10)).toBe(1234);
    const soon = waitBeforeRetry(busy({ "retry-after": new Date(Date.now() + 20_000).toUTCString() }), 1, 10);
    expect(soon).toBeGreaterThan(10_000);
    expect(soon).toBeLessThanOrEqual(20_000);
    expect(waitBeforeRetry(busy({ "retry-after": "Wed, 21 Oct 2015 07:28:00 GMT" }), 1, 10)).toBe(0);
    const retryInfo = JSON.stringify({
      error: {
        code: 429,
        details: [
          { "@type": "type.googleapis.com/google.rpc.QuotaFailure" },
          { "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: "34.5s" },
        ],
      },
    });
    expect(waitBeforeRetry(busy({}, retryInfo), 1, 10)).toBe(34_500);
  });

  test("otherwise ever longer, from half to the whole of a doubling time", () => {
    for (const [attempt, most] of [
      [1, 100],
      [2, 200],
      [4, 800],
    ] as const) {
      for (let draw = 0; draw < 50; draw += 1) {
        const wait = waitBeforeRetry(busy({ "retry-after": "soon" }), attempt, 100);
        expect(wait).toBeGreaterThanOrEqual(most / 2);
        expect(wait).toBeLessThanOrEqual(most);
      }
    }
  });

  test("not at all where the mistake is ours", () => {
    expect(waitBeforeRetry(new JSONParseError({ text: "{", cause: undefined }), 1, 10)).toBeUndefined();
    expect(waitBeforeRetry(new RangeError("a bug"), 1, 10)).toBeUndefined();
  });
});
