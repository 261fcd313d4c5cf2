import { describe, expect, test } from "vitest";
import type { MessagesRequest } from "../../eval/policy/messages.ts";
import { startScriptedModel } from "../../eval/policy/scripted-model.ts";
import { countSession } from "../../eval/policy/token-count.ts";
import { injectedBytes, readTranscript } from "../../eval/policy/transcript.ts";

const ASSISTANT = { role: "assistant", content: [{ type: "tool_use", id: "toolu_0_0", name: "Bash", input: {} }] };
const reminder = (text: string) => `<system-reminder>\n${text}\n</system-reminder>`;
const HOOK = "PostToolUseFailure:Bash hook additional context: Faultline: KeyError\nOrigin ä";

describe("what the model was told", () => {
  const result = (content: string) => ({ type: "tool_result", tool_use_id: "toolu_0_0", is_error: true, content });

  test.each([
    [
      "behind the results",
      [
        { role: "user", content: [result("1 failed")] },
        { role: "system", content: HOOK },
      ],
    ],
    ["inside a result", [{ role: "user", content: [result(`1 failed\n\n${reminder(HOOK)}`)] }]],
  ])("hook texts %s", (_, messages) => {
    const told = readTranscript({
      model: "m",
      messages: [{ role: "user", content: "Fix it." }, ASSISTANT, ...messages],
    });
    expect(told.turns).toEqual([
      {
        results: new Map([["toolu_0_0", { text: "1 failed", isError: true }]]),
        contexts: ["Faultline: KeyError\nOrigin ä"],
      },
    ]);
    expect(injectedBytes(told)).toBe(29);
  });

  test("hook texts with the prompt, several behind each other, without what the client says itself", () => {
    const text = reminder(
      "UserPromptSubmit hook additional context: one\n\nSessionStart:startup hook additional context: two\n\nToday's date is 1.",
    );
    const told = readTranscript({ model: "m", messages: [{ role: "user", content: [{ type: "text", text }] }] });
    expect([told.opening, injectedBytes(told)]).toEqual([["one", "two"], 6]);
  });
});

test("tokens: what a request shares with an earlier one from its start on is cached, and cache marks do not matter", () => {
  const counter = countSession((text) => text.length);
  const first: MessagesRequest = {
    model: "m",
    system: [{ type: "text", text: "You fix tests.", cache_control: { type: "ephemeral" } }],
    tools: [{ name: "Bash" }],
    messages: [{ role: "user", content: [{ type: "text", text: "Go.", cache_control: { type: "ephemeral" } }] }],
  };
  const one = counter.count(first, [{ type: "text" }]);
  expect([one.cache_read_input_tokens, one.output_tokens]).toEqual([0, JSON.stringify({ type: "text" }).length]);
  const later: MessagesRequest = {
    ...first,
    system: [{ type: "text", text: "You fix tests." }],
    messages: [{ role: "user", content: "Go." }, ASSISTANT],
  };
  const two = counter.count(later, []);
  expect(two.cache_read_input_tokens).toBe(one.cache_creation_input_tokens);
  expect(two.cache_creation_input_tokens).toBeGreaterThan(0);
  expect(counter.count({ ...later, tools: [] }, []).cache_read_input_tokens).toBe(0);
});

describe("the scripted model", () => {
  const request = { model: "m", tools: [{ name: "Bash" }], messages: [{ role: "user", content: "Fix it." }] };
  const turn = { say: "Run it.", calls: [{ name: "Bash", input: { command: "pytest" } }] };
  const post = (url: string, body: unknown) =>
    fetch(`${url}/v1/messages?beta=true`, { method: "POST", body: JSON.stringify(body) });

  test("answers the agent's requests by what it decides, as JSON or as a stream, and counts them", async () => {
    const model = await startScriptedModel(() => turn);
    try {
      const plain = (await (await post(model.url, request)).json()) as { content: object[]; stop_reason: string };
      expect([plain.content.at(-1), plain.stop_reason]).toEqual([
        { type: "tool_use", id: "toolu_0_0", name: "Bash", input: { command: "pytest" } },
        "tool_use",
      ]);
      const stream = await (await post(model.url, { ...request, stream: true })).text();
      const sent = stream.split("\n").filter((line) => line.startsWith("data: "));
      const json = sent.map((line) => JSON.parse(line.slice(6)) as { type: string; delta?: { partial_json?: string } });
      expect(json.map(({ type }) => type)).toEqual(
        `message_start content_block_start content_block_delta content_block_stop content_block_start
        content_block_delta content_block_stop message_delta message_stop`.split(/\s+/),
      );
      expect(json[5]?.delta?.partial_json).toBe('{"command":"pytest"}');
      expect(model.usage).toHaveLength(2);
      expect(model.usage[1]).toMatchObject({ cache_creation_input_tokens: 0 });
      expect(model.told()?.turns).toEqual([]);
    } finally {
      await model.close();
    }
  });

  test("answers errands of the client itself, and refuses what is no Messages request", async () => {
    const model = await startScriptedModel(() => {
      throw new Error("not asked");
    });
    try {
      const errand = (await (await post(model.url, { ...request, tools: [] })).json()) as { stop_reason: string };
      expect(errand.stop_reason).toBe("end_turn");
      expect((await post(model.url, { model: 1 })).status).toBe(400);
      expect((await fetch(`${model.url}/v1/elsewhere`)).status).toBe(404);
    } finally {
      await model.close();
    }
  });
});
