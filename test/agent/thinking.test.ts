import { afterEach, expect, test } from "vitest";
import { ContextOverflow } from "../../src/agent/context-overflow.ts";
import { providerFrom } from "../../src/agent/provider-from.ts";
import { geminiThinking } from "../../src/agent/thinking.ts";
import { begin } from "./conversation.ts";
import { chatCompletion, geminiError, geminiResponse } from "./wire-forms.ts";
import { type Reply, startWireServer, type WireServer } from "./wire-server.ts";

const servers: WireServer[] = [];
afterEach(() => Promise.all(servers.splice(0).map((server) => server.close())));

async function serving(...script: Reply[]): Promise<WireServer> {
  const server = await startWireServer(script);
  servers.push(server);
  return server;
}

test.each([
  ["gemma-4-31b-it", { thinkingLevel: "high" }, { thinkingLevel: "minimal" }],
  ["gemini-3-flash-preview", { thinkingLevel: "high" }, { thinkingLevel: "minimal" }],
  ["gemini-3.1-pro-preview", { thinkingLevel: "high" }, { thinkingLevel: "low" }],
  ["gemini-flash-latest", { thinkingLevel: "high" }, { thinkingLevel: "minimal" }],
  ["gemini-2.5-flash", { thinkingBudget: -1 }, { thinkingBudget: 0 }],
  ["gemini-2.5-pro", { thinkingBudget: -1 }, { thinkingBudget: 128 }],
  ["gemma-3-27b-it", undefined, undefined],
  ["gemini-2.0-flash", undefined, undefined],
])("%s is told whether to think in the way that it knows", (model, on, off) => {
  expect(geminiThinking(model, "on")).toEqual(on);
  expect(geminiThinking(model, "off")).toEqual(off);
});

test("the Gemini API gets it among the settings of generation", async () => {
  const server = await serving({ stream: geminiResponse([{ text: "Up." }], "STOP") });
  await begin(await providerFrom("gemini:gemma-4-31b-it", { GOOGLE_GEMINI_BASE_URL: server.url }, "off"));
  expect(server.seen[0]?.body).toMatchObject({ generationConfig: { thinkingConfig: { thinkingLevel: "minimal" } } });
});

test("llama.cpp's server gets it for its chat template; a model that thinks is held by no grammar", async () => {
  const reply = { stream: chatCompletion({ content: '{"say":"Up."}' }, "stop") };
  const server = await serving(reply, reply, reply);
  await begin(await providerFrom(`local:${server.url}/v1`, {}, "off"));
  await begin(await providerFrom(`local:${server.url}/v1`, {}, "on"));
  await begin(await providerFrom(`openai:${server.url}/v1`, {}, "on"));
  const [off, on, hosted] = server.seen.map(({ body }) => body);
  expect(off).toMatchObject({ chat_template_kwargs: { enable_thinking: false }, response_format: {} });
  expect(on).toMatchObject({ chat_template_kwargs: { enable_thinking: true }, tools: [{}] });
  expect(on).not.toHaveProperty("response_format");
  expect(hosted).not.toHaveProperty("chat_template_kwargs");
});

test.each([
  [
    "gemini:gemini-2.5-flash",
    geminiError(
      400,
      "INVALID_ARGUMENT",
      "The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).",
    ),
  ],
  [
    "local",
    {
      error: {
        code: 400,
        message: "request (12034 tokens) exceeds the available context size (8192 tokens), try increasing it",
        type: "exceed_context_size_error",
      },
    },
  ],
  [
    "openai",
    { error: { message: "This model's maximum context length is 128000 tokens.", code: "context_length_exceeded" } },
  ],
  [
    "anthropic:claude",
    {
      type: "error",
      error: { type: "invalid_request_error", message: "prompt is too long: 210000 tokens > 200000 maximum" },
    },
  ],
])("%s that cannot read so much is told from other failures", async (kind, json) => {
  const server = await serving({ status: 400, json }, { status: 400, json: { error: { message: "no such model" } } });
  const provider = await providerFrom(kind.includes(":") ? kind : `${kind}:${server.url}/v1`, {
    GOOGLE_GEMINI_BASE_URL: server.url,
    ANTHROPIC_BASE_URL: server.url,
  });
  await expect(begin(provider)).rejects.toBeInstanceOf(ContextOverflow);
  await expect(begin(provider)).rejects.not.toBeInstanceOf(ContextOverflow);
});
