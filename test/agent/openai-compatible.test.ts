import { afterEach, describe, expect, test } from "vitest";
import { openAiCompatible } from "../../src/agent/openai-compatible.ts";
import { begin, goOn } from "./conversation.ts";
import { chatCompletion, toolCall } from "./wire-forms.ts";
import { type Reply, startWireServer, type WireServer } from "./wire-server.ts";

const servers: WireServer[] = [];
afterEach(() => Promise.all(servers.splice(0).map((server) => server.close())));

async function serving(options: { key?: string; greedy?: boolean }, ...script: Reply[]) {
  const server = await startWireServer(script);
  servers.push(server);
  const provider = openAiCompatible({
    model: "qwen2.5-coder",
    baseUrl: `${server.url}/v1`,
    key: options.key,
    greedy: options.greedy ?? false,
    patience: { baseMs: 1, attempts: 3 },
  });
  return { server, provider };
}

describe("servers of chat/completions", () => {
  test("the request has tools, a forced call and the key, where there is one", async () => {
    const reply = { stream: chatCompletion({ tool_calls: [toolCall("c1", "get_device", "{}")] }, "tool_calls") };
    const { server, provider } = await serving({ key: "verysecretkey" }, reply);
    await begin(provider, { maxTokens: 300 });
    const [request] = server.seen;
    expect(request?.path).toBe("/v1/chat/completions");
    expect(request?.headers.authorization).toBe("Bearer verysecretkey");
    expect(request?.body).toMatchObject({
      model: "qwen2.5-coder",
      max_tokens: 300,
      messages: [
        { role: "system", content: "Use the tools." },
        { role: "user", content: "How are they?" },
      ],
      tools: [{ type: "function", function: { name: "get_device", parameters: { required: ["device_id"] } } }],
      tool_choice: "required",
    });
    expect(request?.body).not.toHaveProperty("temperature");
  });

  test("a greedy model is asked for the likeliest tokens; without a key none is sent", async () => {
    const { server, provider } = await serving(
      { greedy: true },
      { stream: chatCompletion({ content: "Hi." }, "stop") },
    );
    await begin(provider);
    expect(server.seen[0]?.body).toMatchObject({ temperature: 0, seed: 0 });
    expect(server.seen[0]?.headers.authorization).toBeUndefined();
  });

  test("calls made together come in order, each with its result", async () => {
    const made = [toolCall("c1", "get_device", '{"device_id":"a"}'), toolCall("c2", "get_device", '{"device_id":"b"}')];
    const { server, provider } = await serving(
      {},
      { stream: chatCompletion({ content: "Looking.", tool_calls: made }, "tool_calls") },
      { stream: chatCompletion({ content: "Both are up." }, "stop") },
    );
    const first = await begin(provider);
    expect(first).toMatchObject({
      text: "Looking.",
      stop: "tools",
      calls: [
        { id: "c1", name: "get_device", args: { device_id: "a" } },
        { id: "c2", name: "get_device", args: { device_id: "b" } },
      ],
      usage: { input: 142, output: 7, cached: 100 },
    });
    expect(await goOn(provider, first)).toMatchObject({ text: "Both are up.", stop: "end" });
    expect(server.seen[1]?.body["messages"]).toMatchObject([
      { role: "system" },
      { role: "user" },
      { role: "assistant", content: "Looking.", tool_calls: made },
      { role: "tool", tool_call_id: "c1", content: "result 1" },
      { role: "tool", tool_call_id: "c2", content: "result 2" },
    ]);
  });

  test.each(['{"device_id": "a', "a", '["a"]', "null"])(
    "arguments %s, which are no object, are told as such and go back as an empty one",
    async (text) => {
      const { server, provider } = await serving(
        {},
        { stream: chatCompletion({ tool_calls: [toolCall("c1", "get_device", text)] }, "tool_calls") },
        { stream: chatCompletion({ content: "Well." }, "stop") },
      );
      const first = await begin(provider);
      expect(first.calls).toEqual([{ id: "c1", name: "get_device", args: undefined, raw: text }]);
      await goOn(provider, first);
      expect(server.seen[1]?.body["messages"]).toMatchObject([
        {},
        {},
        { tool_calls: [{ function: { arguments: "{}" } }] },
        { role: "tool" },
      ]);
    },
  );

  test("empty arguments are an empty object", async () => {
    const reply = { stream: chatCompletion({ tool_calls: [toolCall("c1", "get_device", "")] }, "tool_calls") };
    const { provider } = await serving({}, reply);
    expect((await begin(provider)).calls[0]?.args).toEqual({});
  });

  test("calls count although a server says stop; a turn that was cut is told as such", async () => {
    const calls = { tool_calls: [toolCall("c1", "get_device", "{}")] };
    const { provider } = await serving(
      {},
      { stream: chatCompletion(calls, "stop") },
      { stream: chatCompletion(calls, "length") },
    );
    expect((await begin(provider)).stop).toBe("tools");
    expect((await begin(provider)).stop).toBe("length");
  });

  test("a refusal is one, and its words are kept", async () => {
    const { provider } = await serving({}, { stream: chatCompletion({ refusal: "I can't help with that." }, "stop") });
    expect(await begin(provider)).toMatchObject({ stop: "refusal", text: "I can't help with that." });
  });

  test("thoughts go back to the model that had them, and are no part of the text", async () => {
    const { server, provider } = await serving(
      {},
      {
        stream: chatCompletion(
          { reasoning_content: "First a.", tool_calls: [toolCall("c1", "get_device", "{}")] },
          "tool_calls",
        ),
      },
      { stream: chatCompletion({ content: "Up." }, "stop") },
    );
    const first = await begin(provider);
    expect(first.text).toBe("");
    await goOn(provider, first);
    expect(server.seen[1]?.body["messages"]).toMatchObject([{}, {}, { reasoning_content: "First a." }, {}]);
  });

  test("a turn of another provider goes on with text and calls alone", async () => {
    const { provider: other } = await serving(
      {},
      {
        stream: chatCompletion(
          { content: "Looking.", reasoning_content: "Hm.", tool_calls: [toolCall("c1", "get_device", "{}")] },
          "tool_calls",
        ),
      },
    );
    const server = await startWireServer([{ stream: chatCompletion({ content: "Up." }, "stop") }]);
    servers.push(server);
    const another = openAiCompatible({ model: "gemma", baseUrl: `${server.url}/v1`, key: undefined, greedy: false });
    await goOn(another, await begin(other));
    const messages = server.seen[0]?.body["messages"] as unknown[];
    expect(messages[2]).toEqual({
      role: "assistant",
      content: "Looking.",
      tool_calls: [toolCall("c1", "get_device", "{}")],
    });
  });
});
