import { afterEach, describe, expect, test } from "vitest";
import { openAiCompatible } from "../../src/agent/openai-compatible.ts";
import { begin, goOn, TOOLS } from "./conversation.ts";
import { chatCompletion } from "./wire-forms.ts";
import { type Reply, startWireServer, type WireServer } from "./wire-server.ts";

const servers: WireServer[] = [];
afterEach(() => Promise.all(servers.splice(0).map((server) => server.close())));

async function serving(...script: Reply[]) {
  const server = await startWireServer(script);
  servers.push(server);
  const options = { model: "smollm2", baseUrl: `${server.url}/v1`, key: undefined, greedy: true, grammar: true };
  return { server, provider: openAiCompatible(options) };
}

const wrote = (text: string, reason = "stop"): Reply => ({ stream: chatCompletion({ content: text }, reason) });

describe("calls held to a grammar", () => {
  test("the request has the tools as a schema for the answer, not as tools", async () => {
    const { server, provider } = await serving(wrote('{"tool": "get_device", "arguments": {"device_id": "a"}}'));
    const turn = await begin(provider);
    expect(turn).toMatchObject({ text: "", stop: "tools" });
    expect(turn.calls).toMatchObject([{ name: "get_device", args: { device_id: "a" } }]);
    const body = server.seen[0]?.body;
    expect(body).not.toHaveProperty("tools");
    expect(body).not.toHaveProperty("tool_choice");
    expect(body?.["response_format"]).toMatchObject({
      type: "json_schema",
      json_schema: {
        schema: {
          anyOf: [
            {
              properties: { tool: { const: "get_device" }, arguments: TOOLS[0]?.inputSchema },
              required: ["tool", "arguments"],
              additionalProperties: false,
            },
          ],
        },
      },
    });
    const messages = body?.["messages"] as { role: string; content: string }[];
    expect(messages.map(({ role }) => role)).toEqual(["system", "user"]);
    expect(messages[0]?.content).toMatch(/^Use the tools\.\n.*"name":"get_device"/s);
  });

  test("bounds are left to the grammar; an argument that is called like one is told", async () => {
    const { server, provider } = await serving(wrote('{"tool": "find", "arguments": {"pattern": "a"}}'));
    const pattern = { type: "string", pattern: "^a", minLength: 1 };
    const inputSchema = { type: "object", properties: { pattern }, required: ["pattern"] };
    const tools = [{ name: "find", description: "Finds.", inputSchema }];
    await provider.next({ system: "", messages: [{ role: "user", text: "Find it." }], tools, mustCall: true });
    const body = server.seen[0]?.body;
    expect(JSON.stringify(body?.["response_format"])).toContain(JSON.stringify(pattern));
    expect(body?.["messages"]).toMatchObject([
      { content: expect.stringContaining('"arguments":{"pattern":{"type":"string"}},"required":["pattern"]}') },
      {},
    ]);
  });

  test("calls and results go back as texts that any template knows", async () => {
    const text = '{"tool":"get_device","arguments":{"device_id":"a"}}';
    const { server, provider } = await serving(wrote(text), wrote('{"say": "It is down."}'));
    expect(await goOn(provider, await begin(provider))).toMatchObject({ text: "It is down.", stop: "end", calls: [] });
    const messages = server.seen[1]?.body["messages"] as unknown[];
    expect(messages.slice(1)).toEqual([
      { role: "user", content: "How are they?" },
      { role: "assistant", content: text },
      { role: "user", content: "Error of get_device: result 1" },
    ]);
  });

  test("a model that need not call may talk as well", async () => {
    const { server, provider } = await serving(wrote('{"say": "Hi."}'));
    await provider.next({ system: "", messages: [{ role: "user", text: "Hello." }], tools: TOOLS });
    expect(JSON.stringify(server.seen[0]?.body["response_format"])).toContain('"say"');
  });

  test("a turn that was cut has no call", async () => {
    const { provider } = await serving(wrote('{"tool": "get_device", "arguments": {"device', "length"));
    expect(await begin(provider)).toMatchObject({ stop: "length", calls: [] });
  });

  test.each(["[]", '{"tool": 5}', '{"tool": "get_device"}', "Sure! Here is"])("%s is no call", async (text) => {
    const { provider } = await serving(wrote(text));
    expect(await begin(provider)).toMatchObject({ stop: "end", calls: [], text });
  });

  test("without tools nothing is asked for but text", async () => {
    const { server, provider } = await serving(wrote("Hi."));
    const turn = await provider.next({ system: "", messages: [{ role: "user", text: "Hello." }], tools: [] });
    expect(turn.text).toBe("Hi.");
    expect(server.seen[0]?.body).not.toHaveProperty("response_format");
  });
});
