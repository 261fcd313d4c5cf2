import { afterEach, describe, expect, test } from "vitest";
import { gemini } from "../../src/agent/gemini.ts";
import { begin, goOn } from "./conversation.ts";
import { geminiError, geminiEvent, geminiResponse } from "./wire-forms.ts";
import { type Reply, startWireServer, type WireServer } from "./wire-server.ts";

const servers: WireServer[] = [];
afterEach(() => Promise.all(servers.splice(0).map((server) => server.close())));

async function serving(...script: Reply[]) {
  const server = await startWireServer(script);
  servers.push(server);
  const provider = gemini({
    model: "gemini-2.5-flash",
    baseUrl: server.url,
    key: "verysecretkey",
    patience: { baseMs: 1, attempts: 3 },
  });
  return { server, provider };
}

const call = (device: string, more: object = {}) => ({
  functionCall: { name: "get_device", args: { device_id: device } },
  ...more,
});

describe("the Gemini API", () => {
  test("the request has key, instruction, declarations and a forced call", async () => {
    const { server, provider } = await serving({ stream: geminiResponse([call("a")], "STOP") });
    await begin(provider, { maxTokens: 300 });
    const [request] = server.seen;
    expect(request?.path).toBe("/v1beta/models/gemini-2.5-flash:streamGenerateContent?alt=sse");
    expect(request?.headers["x-goog-api-key"]).toBe("verysecretkey");
    expect(request?.body).toMatchObject({
      systemInstruction: { parts: [{ text: "Use the tools." }] },
      contents: [{ role: "user", parts: [{ text: "How are they?" }] }],
      generationConfig: { maxOutputTokens: 300 },
      tools: [{ functionDeclarations: [{ name: "get_device", description: "One device" }] }],
      toolConfig: { functionCallingConfig: { mode: "ANY" } },
    });
    expect(JSON.stringify(request?.body["tools"])).toContain('"required":["device_id"]');
  });

  test("calls made together come in order, and their results go back in one message", async () => {
    const { server, provider } = await serving(
      { stream: geminiResponse([{ text: "Looking." }, call("a"), call("b")], "STOP") },
      { stream: geminiResponse([{ text: "Both are up." }], "STOP") },
    );
    const first = await begin(provider);
    expect(first).toMatchObject({
      text: "Looking.",
      stop: "tools",
      calls: [
        { name: "get_device", args: { device_id: "a" } },
        { name: "get_device", args: { device_id: "b" } },
      ],
    });
    expect(new Set(first.calls.map(({ id }) => id)).size).toBe(2);
    expect(await goOn(provider, first)).toMatchObject({ text: "Both are up.", stop: "end" });
    const contents = server.seen[1]?.body["contents"] as { role: string; parts: unknown[] }[];
    expect(contents.map(({ role }) => role)).toEqual(["user", "model", "user"]);
    expect(contents[2]?.parts).toMatchObject([
      { functionResponse: { name: "get_device", response: { content: "result 1" } } },
      { functionResponse: { name: "get_device", response: { content: "result 2" } } },
    ]);
  });

  test("the signature of a thought goes back with the call that it came with", async () => {
    const { server, provider } = await serving(
      { stream: geminiResponse([call("a", { thoughtSignature: "CpcHAdHtim9+q4rstcbvQC0ic4x1" }), call("b")], "STOP") },
      { stream: geminiResponse([{ text: "Up." }], "STOP") },
    );
    await goOn(provider, await begin(provider));
    const contents = server.seen[1]?.body["contents"] as { parts: unknown[] }[];
    expect(contents[1]?.parts).toMatchObject([
      call("a", { thoughtSignature: "CpcHAdHtim9+q4rstcbvQC0ic4x1" }),
      call("b"),
    ]);
    expect(contents[1]?.parts[1]).not.toHaveProperty("thoughtSignature");
  });

  test("tokens count cached ones as input and thoughts as output", async () => {
    const { provider } = await serving({ stream: geminiResponse([{ text: "Hi." }], "STOP") });
    expect((await begin(provider)).usage).toEqual({ input: 142, output: 7, cached: 100 });
  });

  test.each([
    ["SAFETY", "refusal"],
    ["MAX_TOKENS", "length"],
    ["MALFORMED_FUNCTION_CALL", "invalid"],
  ])("finishReason %s is %s", async (reason, stop) => {
    const { provider } = await serving({ stream: geminiResponse([], reason) });
    expect(await begin(provider)).toMatchObject({ stop, calls: [] });
  });

  test("a prompt that is blocked, with no candidate at all, is a refusal", async () => {
    const json = { promptFeedback: { blockReason: "PROHIBITED_CONTENT" }, usageMetadata: { promptTokenCount: 9 } };
    const { provider } = await serving({ stream: geminiEvent(json) });
    expect((await begin(provider)).stop).toBe("refusal");
  });

  test("an overloaded server is asked again, one that refuses the request is not", async () => {
    const { server, provider } = await serving(
      { status: 503, json: geminiError(503, "UNAVAILABLE", "The model is overloaded. Please try again later.") },
      { status: 400, json: geminiError(400, "INVALID_ARGUMENT", "API key not valid. Please pass a valid API key.") },
    );
    await expect(begin(provider)).rejects.toMatchObject({
      code: "model-failed",
      message: "gemini gemini-2.5-flash after 2 attempts: status 400: API key not valid. Please pass a valid API key.",
    });
    expect(server.seen).toHaveLength(2);
  });
});
