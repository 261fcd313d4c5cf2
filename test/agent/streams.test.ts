import fc from "fast-check";
import { afterEach, describe, expect, test } from "vitest";
import { anthropic } from "../../src/agent/anthropic.ts";
import { ContextOverflow } from "../../src/agent/context-overflow.ts";
import { gemini } from "../../src/agent/gemini.ts";
import { openAiCompatible } from "../../src/agent/openai-compatible.ts";
import type { Provider, SoFar, Usage } from "../../src/agent/provider.ts";
import { begin } from "./conversation.ts";
import {
  anthropicErrorEvent,
  anthropicMessage,
  chatCompletion,
  chatEvent,
  chatWords,
  geminiError,
  geminiEvent,
  geminiResponse,
  toolCall,
} from "./wire-forms.ts";
import { type Reply, startWireServer, type WireServer } from "./wire-server.ts";

const servers: WireServer[] = [];
afterEach(() => Promise.all(servers.splice(0).map((server) => server.close())));

const TEXT = "Größe: 5 µm — 完成 🙂";
const ARGS = { device_id: 'é"\\\n🙂' };
const patience = { baseMs: 1, attempts: 3 };
/** Where nothing was told. */
const unknown: Usage = { input: 0, output: 0, cached: 0, unreported: true };

/** Cut before what ends the turn. */
const upTo = (stream: string, mark: string) => stream.slice(0, stream.indexOf(mark));

interface Kind {
  make(baseUrl: string): Provider;
  /** A turn that thinks, talks and calls. */
  whole: string;
  /** It before its end. */
  half: string;
  passing: string;
  staying: string;
  tooLong: string;
  /** What is known of the tokens of the half. */
  known: Usage;
}

const message = anthropicMessage(
  [
    { type: "thinking", thinking: TEXT, signature: "EqQBCgIYAhIM1gbcDa9GJwZA2b3h" },
    { type: "text", text: TEXT },
    { type: "tool_use", id: "toolu_1", name: "get_device", input: ARGS },
  ],
  "tool_use",
);
const response = geminiResponse(
  [{ text: TEXT, thought: true }, { text: TEXT }, { functionCall: { name: "get_device", args: ARGS } }],
  "STOP",
);
const words = {
  reasoning_content: TEXT,
  content: TEXT,
  tool_calls: [toolCall("c1", "get_device", JSON.stringify(ARGS))],
};

const KINDS: Record<string, Kind> = {
  "chat/completions": {
    make: (url) =>
      openAiCompatible({ model: "m", baseUrl: `${url}/v1`, key: undefined, greedy: false, telling: true, patience }),
    whole: chatCompletion(words, "tool_calls"),
    half: `${chatEvent({ choices: [], timings: { cache_n: 100, prompt_n: 42, predicted_n: 6 } })}${chatWords(words)}`,
    passing: chatEvent({ error: { code: 503, message: "Loading model", type: "unavailable_error" } }),
    staying: chatEvent({ error: { code: 400, message: "no such grammar", type: "invalid_request_error" } }),
    tooLong: chatEvent({
      error: {
        code: 500,
        message: "the request exceeds the available context size",
        type: "exceed_context_size_error",
      },
    }),
    known: { input: 142, output: 6, cached: 100 },
  },
  "the Messages API": {
    make: (baseUrl) => anthropic({ model: "m", baseUrl, key: "k", patience }),
    whole: message,
    half: upTo(message, "event: message_delta"),
    passing: anthropicErrorEvent("overloaded_error", "Overloaded"),
    staying: anthropicErrorEvent("invalid_request_error", "no such tool"),
    tooLong: anthropicErrorEvent("invalid_request_error", "prompt is too long: 210000 tokens > 200000 maximum"),
    known: { input: 142, output: 0, cached: 100, unreported: true },
  },
  "the Gemini API": {
    make: (baseUrl) => gemini({ model: "gemini-2.5-flash", baseUrl, key: "k", patience }),
    whole: response,
    half: response.slice(0, response.lastIndexOf("data: ")),
    passing: geminiEvent(geminiError(503, "UNAVAILABLE", "The model is overloaded.")),
    staying: geminiEvent(geminiError(400, "INVALID_ARGUMENT", "no such tool")),
    tooLong: geminiEvent(geminiError(400, "INVALID_ARGUMENT", "The input token count exceeds the maximum.")),
    known: { input: 142, output: 5, cached: 100 },
  },
};

async function serving(kind: Kind, ...script: Reply[]) {
  const server = await startWireServer(script);
  servers.push(server);
  return { server, provider: kind.make(server.url) };
}

const wanted = {
  text: TEXT,
  stop: "tools",
  calls: [{ name: "get_device", args: ARGS }],
  usage: { input: 142, output: 7, cached: 100 },
};

describe.each(Object.entries(KINDS))("a stream of %s", (_, kind) => {
  test("is the same turn wherever it is cut, within characters and words of JSON too", async () => {
    const { server, provider } = await serving(kind);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 200 }), { minLength: 1, maxLength: 20 }), async (pieces) => {
        server.next({ stream: kind.whole, pieces });
        expect(await begin(provider)).toMatchObject(wanted);
      }),
      { numRuns: 15, examples: [[[1, 1, 1, 2]]] },
    );
  });

  test.each<[string, (kind: Kind) => Reply, (kind: Kind) => Usage[]]>([
    ["an error that may pass", ({ passing }) => ({ stream: passing }), () => []],
    [
      "an error that may pass within the answer",
      ({ half, passing }) => ({ stream: half + passing, after: "hang" }),
      ({ known }) => [known],
    ],
    ["an end before the turn's", ({ half }) => ({ stream: half }), ({ known }) => [known]],
    ["a broken connection", ({ half }) => ({ stream: half, after: "reset" }), ({ known }) => [known]],
    ["one before the answer", () => "reset", () => [unknown]],
    ["an event that is no JSON", ({ half }) => ({ stream: `${half}data: {"a": \n\n` }), ({ known }) => [known]],
  ])("%s is tried again, and nothing of it stays but its tokens", async (_, reply, tokens) => {
    const { server, provider } = await serving(kind, reply(kind), { stream: kind.whole });
    const written: string[] = [];
    const lost: Usage[] = [];
    const watch = (soFar: SoFar) => written.push(soFar.written) > 0;
    const turn = await begin(provider, { watch, lost: (usage) => lost.push(usage) });
    expect(turn).toMatchObject(wanted);
    expect(turn.calls).toHaveLength(1);
    expect(written.at(-1)).toBe(`${TEXT}${TEXT}${JSON.stringify(ARGS)}`);
    expect(server.seen).toHaveLength(2);
    expect(lost).toEqual(tokens(kind));
  });

  test("an error that will stay is told at once, in the server's words; one of the context as such", async () => {
    const { half, staying, tooLong } = kind;
    const { server, provider } = await serving(
      kind,
      { stream: staying },
      { stream: half + staying, after: "hang" },
      { stream: half + tooLong },
    );
    const tokens: Usage[] = [];
    const lost = (usage: Usage) => tokens.push(usage);
    await expect(begin(provider, { lost })).rejects.toThrow(/: no such (?:tool|grammar)$/);
    await expect(begin(provider, { lost })).rejects.toThrow(/: no such (?:tool|grammar)$/);
    await expect(begin(provider, { lost })).rejects.toBeInstanceOf(ContextOverflow);
    expect(server.seen).toHaveLength(3);
    expect(tokens).toEqual([kind.known, kind.known]);
  });

  test("ends where who watches wants it to, with what the server has told of tokens; the server hears of it", async () => {
    const { server, provider } = await serving(kind, { stream: kind.half, after: "hang" });
    const watch = ({ written }: SoFar) => !written.includes("é");
    const turn = await begin(provider, { watch });
    await server.hungUp;
    expect(turn).toMatchObject({ stop: "stopped", text: expect.stringContaining(TEXT) });
    expect(turn.usage).toEqual(kind.known);
  });

  test("ends with the client's patience, and the server hears of it", async () => {
    const { server, provider } = await serving(kind, { stream: kind.half, after: "hang" });
    const controller = new AbortController();
    const watch = ({ written }: SoFar) => {
      if (written.includes("é")) controller.abort();
      return true;
    };
    const tokens: Usage[] = [];
    const lost = (usage: Usage) => tokens.push(usage);
    await expect(begin(provider, { watch, lost, signal: controller.signal })).rejects.toThrow(/: cancelled$/);
    await server.hungUp;
    expect(tokens).toEqual([kind.known]);
  });
});

test("what llama.cpp has read of the prompt counts, where nothing is written yet", async () => {
  const progress = { total: 900, cache: 100, processed: 612, time_ms: 70_000 };
  const stream = chatEvent({ choices: [], prompt_progress: progress });
  const { provider } = await serving(KINDS["chat/completions"] as Kind, { stream, after: "hang" });
  const controller = new AbortController();
  const tokens: Usage[] = [];
  const turn = begin(provider, {
    watch: () => {
      controller.abort();
      return true;
    },
    lost: (usage) => tokens.push(usage),
    signal: controller.signal,
  });
  await expect(turn).rejects.toThrow(/: cancelled$/);
  expect(tokens).toEqual([{ input: 612, output: 0, cached: 100, unreported: true }]);
});

test("a server that is not there, or says no, has read nothing", async () => {
  const tokens: Usage[] = [];
  const lost = (usage: Usage) => tokens.push(usage);
  const busy: Reply = { status: 503, json: { error: { message: "Loading model" } } };
  const { server, provider } = await serving(KINDS["chat/completions"] as Kind, busy, busy, busy);
  await expect(begin(provider, { lost })).rejects.toThrow("after 3 attempts");
  await server.close();
  await expect(begin(provider, { lost })).rejects.toThrow("ECONNREFUSED");
  expect(tokens).toEqual([]);
});
