import { afterEach, describe, expect, test } from "vitest";
import { anthropic } from "../../src/agent/anthropic.ts";
import { begin, goOn } from "./conversation.ts";
import { anthropicError, anthropicMessage } from "./wire-forms.ts";
import { type Reply, startWireServer, type WireServer } from "./wire-server.ts";

const servers: WireServer[] = [];
afterEach(() => Promise.all(servers.splice(0).map((server) => server.close())));

async function serving(...script: Reply[]) {
  const server = await startWireServer(script);
  servers.push(server);
  const provider = anthropic({
    model: "claude-sonnet-4-5",
    baseUrl: server.url,
    key: "sk-ant-verysecretkey",
    patience: { baseMs: 1, attempts: 3 },
  });
  return { server, provider };
}

const call = (id: string, device: string) => ({
  type: "tool_use",
  id,
  name: "get_device",
  input: { device_id: device },
});

describe("the Messages API", () => {
  test("the request has key, version, tools with their schema and a forced call", async () => {
    const { server, provider } = await serving({ stream: anthropicMessage([call("toolu_1", "a")], "tool_use") });
    await begin(provider, { maxTokens: 300 });
    const [request] = server.seen;
    expect(request?.path).toBe("/v1/messages");
    expect(request?.headers).toMatchObject({ "x-api-key": "sk-ant-verysecretkey", "anthropic-version": "2023-06-01" });
    expect(request?.body).toMatchObject({
      model: "claude-sonnet-4-5",
      max_tokens: 300,
      system: [{ type: "text", text: "Use the tools." }],
      messages: [{ role: "user", content: [{ type: "text", text: "How are they?" }] }],
      tools: [{ name: "get_device", input_schema: { required: ["device_id"], additionalProperties: false } }],
      tool_choice: { type: "any" },
    });
    expect(request?.body).not.toHaveProperty("temperature");
  });

  test("calls made together come in order, and their results go back in one message", async () => {
    const { server, provider } = await serving(
      {
        stream: anthropicMessage(
          [{ type: "text", text: "Looking." }, call("toolu_1", "a"), call("toolu_2", "b")],
          "tool_use",
        ),
      },
      { stream: anthropicMessage([{ type: "text", text: "Both are up." }], "end_turn") },
    );
    const first = await begin(provider);
    expect(first).toMatchObject({
      text: "Looking.",
      stop: "tools",
      calls: [
        { id: "toolu_1", name: "get_device", args: { device_id: "a" } },
        { id: "toolu_2", name: "get_device", args: { device_id: "b" } },
      ],
    });
    const second = await goOn(provider, first);
    expect(second).toMatchObject({ text: "Both are up.", stop: "end", calls: [] });
    const messages = server.seen[1]?.body["messages"] as { role: string; content: unknown[] }[];
    expect(messages.map(({ role }) => role)).toEqual(["user", "assistant", "user"]);
    expect(messages[2]?.content).toMatchObject([
      { type: "tool_result", tool_use_id: "toolu_1", content: "result 1" },
      { type: "tool_result", tool_use_id: "toolu_2", content: "result 2", is_error: true },
    ]);
  });

  test("thoughts go back with their signatures, hidden ones as they came", async () => {
    const thinking = { type: "thinking", thinking: "First a.", signature: "EqQBCgIYAhIM1gbcDa9GJwZA2b3h" };
    const hidden = { type: "redacted_thinking", data: "EmwKAhgBEgy3va3pzix/LafPsn4a" };
    const { server, provider } = await serving(
      { stream: anthropicMessage([thinking, hidden, call("toolu_1", "a")], "tool_use") },
      { stream: anthropicMessage([{ type: "text", text: "Up." }], "end_turn") },
    );
    await goOn(provider, await begin(provider));
    const messages = server.seen[1]?.body["messages"] as { content: unknown[] }[];
    expect(messages[1]?.content).toMatchObject([thinking, hidden, call("toolu_1", "a")]);
  });

  test("tokens count cached ones as input", async () => {
    const { provider } = await serving({ stream: anthropicMessage([{ type: "text", text: "Hi." }], "end_turn") });
    expect((await begin(provider)).usage).toEqual({ input: 142, output: 7, cached: 100 });
  });

  test.each([
    ["refusal", "refusal"],
    ["max_tokens", "length"],
    ["model_context_window_exceeded", "length"],
    ["stop_sequence", "end"],
  ])("stop_reason %s is %s", async (reason, stop) => {
    const { provider } = await serving({ stream: anthropicMessage([{ type: "text", text: "No." }], reason) });
    expect((await begin(provider)).stop).toBe(stop);
  });

  test("an overloaded server is asked again", async () => {
    const { server, provider } = await serving(
      { status: 529, json: anthropicError("overloaded_error", "Overloaded") },
      { status: 500, json: anthropicError("api_error", "Internal server error") },
      { stream: anthropicMessage([call("toolu_1", "a")], "tool_use") },
    );
    expect((await begin(provider)).calls).toHaveLength(1);
    expect(server.seen).toHaveLength(3);
  });

  test("a refused key is told at once, without the key", async () => {
    const { server, provider } = await serving({
      status: 401,
      json: anthropicError("authentication_error", "invalid x-api-key sk-ant-verysecretkey"),
    });
    await expect(begin(provider)).rejects.toMatchObject({
      code: "model-failed",
      message: "anthropic claude-sonnet-4-5: status 401: invalid x-api-key <redacted>",
    });
    expect(server.seen).toHaveLength(1);
  });
});
