import { afterEach, describe, expect, test } from "vitest";
import { providerFrom } from "../../src/agent/provider-from.ts";
import { begin } from "./conversation.ts";
import { anthropicMessage, chatCompletion, geminiResponse } from "./wire-forms.ts";
import { type Reply, startWireServer, type WireServer } from "./wire-server.ts";

const servers: WireServer[] = [];
afterEach(() => Promise.all(servers.splice(0).map((server) => server.close())));

async function serving(stream: string) {
  const reply: Reply = { stream };
  const server = await startWireServer([reply]);
  servers.push(server);
  return server;
}

describe("a model by its name", () => {
  test("anthropic:MODEL, with the address from the environment", async () => {
    const server = await serving(anthropicMessage([{ type: "text", text: "Hi." }], "end_turn"));
    const env = { ANTHROPIC_API_KEY: "k", ANTHROPIC_BASE_URL: `${server.url}/` };
    const provider = await providerFrom("anthropic:claude-sonnet-4-5", env);
    expect(provider.name).toBe("anthropic claude-sonnet-4-5");
    await begin(provider);
    expect(server.seen[0]).toMatchObject({ path: "/v1/messages", headers: { "x-api-key": "k" } });
  });

  test("a key with a line's end behind it, as files give it", async () => {
    const server = await serving(chatCompletion({ content: "Hi." }, "stop"));
    await begin(await providerFrom(`openai:${server.url}/v1#m`, { OPENAI_API_KEY: "k\n" }));
    expect(server.seen[0]?.headers.authorization).toBe("Bearer k");
  });

  test("gemini:MODEL, with the address from the environment", async () => {
    const server = await serving(geminiResponse([{ text: "Hi." }], "STOP"));
    const env = { GEMINI_API_KEY: "k", GOOGLE_GEMINI_BASE_URL: server.url };
    const provider = await providerFrom("gemini:gemini-2.5-flash", env);
    expect(provider.name).toBe("gemini gemini-2.5-flash");
    await begin(provider);
    expect(server.seen[0]?.path).toBe("/v1beta/models/gemini-2.5-flash:streamGenerateContent?alt=sse");
  });

  test("openai:URL#MODEL, whose model may have a path, greedy on this machine", async () => {
    const server = await serving(chatCompletion({ content: "Hi." }, "stop"));
    const provider = await providerFrom(`openai:${server.url}/v1#org/model#2`, {});
    expect(provider.name).toBe("openai-compatible org/model#2");
    await begin(provider);
    expect(server.seen[0]).toMatchObject({
      path: "/v1/chat/completions",
      body: { model: "org/model#2", temperature: 0 },
    });
  });

  test("openai:URL of a server with one model", async () => {
    const server = await serving(chatCompletion({ content: "Hi." }, "stop"));
    await begin(await providerFrom(`openai:${server.url}/v1/`, {}));
    expect(server.seen[0]).toMatchObject({ path: "/v1/chat/completions", body: { model: "default" } });
  });

  test("hosted servers by their usual addresses, given a key", async () => {
    expect((await providerFrom("anthropic:m", { ANTHROPIC_API_KEY: "k" })).name).toBe("anthropic m");
    expect((await providerFrom("gemini:m", { GEMINI_API_KEY: "k" })).name).toBe("gemini m");
    expect((await providerFrom("openai:https://api.example.com/v1#m", { OPENAI_API_KEY: "k" })).name).toMatch(/ m$/);
  });

  test.each([
    ["", "names no model"],
    ["claude", "names no model"],
    ["anthropic:", "names no model"],
    ["mistral:large", "names no model"],
    ["openai:localhost:8080", "is no address of a model server"],
    ["openai:#m", "is no address of a model server"],
    ["openai:https://user:hunter22@example.com/v1#m", "://<redacted>@example.com/v1 is no address of a model server"],
    ["openai:https://:hunter22@example.com/v1#m", "is no address of a model server"],
    ["openai:http://example.com/v1#m", "would send the key and the prompts in the clear"],
    ["openai:http://127.0.0.1.example.com/v1#m", "would send the key and the prompts in the clear"],
    ["openai:https://example.com/v1#m", "set OPENAI_API_KEY"],
    ["anthropic:m", "set ANTHROPIC_API_KEY"],
    ["gemini:m", "set GEMINI_API_KEY"],
  ])("%j is refused in one line: %s", async (text, message) => {
    const env = { OPENAI_API_KEY: text.includes("http:") ? "k" : "" };
    await expect(providerFrom(text, env)).rejects.toMatchObject({
      code: "bad-request",
      message: expect.stringContaining(message),
    });
  });
});
