import { join } from "node:path";
import { execa } from "execa";
import { expect, test } from "vitest";
import { anthropic } from "../../src/agent/anthropic.ts";
import { gemini } from "../../src/agent/gemini.ts";
import { openAiCompatible } from "../../src/agent/openai-compatible.ts";
import type { Provider } from "../../src/agent/provider.ts";
import { begin, goOn } from "../agent/conversation.ts";
import {
  anthropicError,
  anthropicErrorEvent,
  anthropicMessage,
  chatCompletion,
  eventsIn,
  geminiResponse,
  toolCall,
} from "../agent/wire-forms.ts";
import { startWireServer } from "../agent/wire-server.ts";
import { environment, findInterpreters } from "../support/pythons.ts";

type Sample = [form: string, body: unknown];

/** What each of these is not, by the types of the official SDKs; null where it is all right. */
async function check(samples: Sample[]): Promise<(string | null)[]> {
  const interpreter = (await findInterpreters()).find(({ version }) => Number(version.slice(2)) >= 11);
  if (!interpreter) throw new Error("the SDKs want Python 3.11 or newer");
  const packages = ["pytest", "anthropic==2.14.0", "openai==3.57.0", "google-genai==3.6.1"];
  const { python } = await environment(interpreter, "model-sdks", packages);
  const script = join(import.meta.dirname, "support", "model-wire", "check_wire.py");
  const { stdout } = await execa(python, [script], { input: JSON.stringify(samples) });
  return JSON.parse(stdout) as (string | null)[];
}

/** The requests of a conversation in which the model thinks, calls two tools at once and then answers. */
async function converse(replies: string[], make: (url: string) => Provider): Promise<unknown[]> {
  const server = await startWireServer(replies.map((stream) => ({ stream })));
  try {
    const provider = make(server.url);
    await goOn(provider, await begin(provider));
    return server.seen.map(({ body }) => body);
  } finally {
    await server.close();
  }
}

const args = { device_id: "a" };
const anthropicReplies = [
  anthropicMessage(
    [
      { type: "thinking", thinking: "First a.", signature: "EqQBCgIYAhIM1gbcDa9GJwZA2b3h" },
      { type: "redacted_thinking", data: "EmwKAhgBEgy3va3pzix/LafPsn4a" },
      { type: "text", text: "Looking." },
      { type: "tool_use", id: "toolu_1", name: "get_device", input: args },
      { type: "tool_use", id: "toolu_2", name: "get_device", input: { device_id: "b" } },
    ],
    "tool_use",
  ),
  anthropicMessage([{ type: "text", text: "Up." }], "end_turn"),
];
const geminiReplies = [
  geminiResponse(
    [
      { text: "First a.", thought: true },
      { functionCall: { name: "get_device", args }, thoughtSignature: "CpcHAdHtim9+q4rstcbvQC0ic4x1" },
      { functionCall: { name: "get_device", args: { device_id: "b" } } },
    ],
    "STOP",
  ),
  geminiResponse([{ text: "Up." }], "STOP"),
];
const openAiReplies = [
  chatCompletion(
    {
      content: "Looking.",
      tool_calls: [toolCall("c1", "get_device", '{"device_id":"a"}'), toolCall("c2", "get_device", "{}")],
    },
    "tool_calls",
  ),
  chatCompletion({ content: "Up." }, "stop"),
];

test("what we send, and what the scripted servers answer, has the types of the official SDKs", async () => {
  const url = (base: string) => ({ baseUrl: base, key: "k" });
  const toAnthropic = await converse(anthropicReplies, (base) =>
    anthropic({ model: "claude-sonnet-4-5", ...url(base) }),
  );
  const toGemini = await converse(geminiReplies, (base) => gemini({ model: "gemini-2.5-flash", ...url(base) }));
  const openAi = (grammar: boolean) => (base: string) =>
    openAiCompatible({ model: "m", ...url(base), greedy: true, grammar });
  const toOpenAi = await converse(openAiReplies, openAi(false));
  const held = [chatCompletion({ content: '{"tool":"get_device","arguments":{}}' }, "stop"), ...openAiReplies.slice(1)];
  const toLocal = await converse(held, openAi(true));
  const samples: Sample[] = [
    ...toAnthropic.map((body): Sample => ["anthropic-request", body]),
    ...[...anthropicReplies, anthropicErrorEvent("overloaded_error", "Overloaded")].flatMap(
      asEvents("anthropic-event"),
    ),
    ["anthropic-error", anthropicError("overloaded_error", "Overloaded")],
    ...toGemini.map((body): Sample => ["gemini-request", body]),
    ...geminiReplies.flatMap(asEvents("gemini-event")),
    ...[...toOpenAi, ...toLocal].map((body): Sample => ["openai-request", body]),
    ...openAiReplies.flatMap(asEvents("openai-event")),
  ];
  expect(samples.length).toBeGreaterThan(70);
  const found = await check([...samples, ...wrong]);
  expect(found.slice(0, samples.length)).toEqual(samples.map(() => null));
  expect(found.slice(samples.length)).toEqual(wrong.map(() => expect.any(String)));
});

function asEvents(form: string) {
  return (stream: string): Sample[] => eventsIn(stream).map((event) => [form, event]);
}

/** Shows that the check is one. */
const wrong: Sample[] = [
  ["anthropic-request", { model: "m", stream: true, messages: [] }],
  ["anthropic-request", { model: "m", stream: true, messages: [], max_tokens: 1, maxTokens: 1 }],
  [
    "anthropic-request",
    { model: "m", messages: [{ role: "user", content: [{ type: "tool_result" }] }], max_tokens: 1, stream: true },
  ],
  [
    "anthropic-event",
    { type: "content_block_start", index: 0, content_block: { type: "tool_use", name: "get_device" } },
  ],
  ["anthropic-event", { type: "message_delta", delta: { stop_reason: "done" }, usage: { output_tokens: 7 } }],
  ["gemini-request", { contents: [{ role: "user", parts: [{ words: "Hi." }] }] }],
  ...eventsIn(geminiResponse([{ functionCall: { tool: "get_device" } }], "STOP"))
    .slice(0, 1)
    .map((event): Sample => ["gemini-event", event]),
  ["openai-request", { model: "m", stream: true, messages: [{ role: "tool", content: "no id" }] }],
  ...eventsIn(chatCompletion({}, "done"))
    .slice(1, 2)
    .map((event): Sample => ["openai-event", event]),
];
