import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import type { LlamaServer } from "../../eval/llama/server.ts";
import type { Message, Provider, SoFar, ToolSpec, Turn, TurnRequest } from "../../src/agent/provider.ts";
import { providerFrom } from "../../src/agent/provider-from.ts";
import { workWithModel } from "../../src/benchmark/llm-agent.ts";
import { memoryStage } from "../../src/benchmark/memory-stage.ts";
import { play } from "../../src/benchmark/play.ts";
import { createEngine } from "../../src/faults/engine.ts";
import { makeNetwork } from "../../src/network/world.ts";
import { startSmallModel } from "./support/llama.ts";

const SITES = ["sfo-1", "nyc-2"];
const TOOLS: ToolSpec[] = [
  {
    name: "list_devices",
    description: "Devices of a site",
    inputSchema: {
      type: "object",
      properties: { site: { type: "string", enum: SITES } },
      required: ["site"],
      additionalProperties: false,
    },
  },
];
/** A model of 135 million parameters calls tools once it has seen how. */
const MESSAGES: Message[] = [
  { role: "user", text: "Which devices are at site nyc-2?" },
  {
    role: "assistant",
    text: "",
    calls: [{ id: "c1", name: "list_devices", args: { site: "nyc-2" }, raw: '{"site":"nyc-2"}' }],
  },
  { role: "tool", callId: "c1", name: "list_devices", text: "nyc-2-core-1", isError: false },
  { role: "user", text: "Which devices are at site sfo-1?" },
];

let llama: LlamaServer;
beforeAll(async () => {
  llama = await startSmallModel();
});
afterAll(() => llama?.close());

const ask = (provider: Provider, more: object = {}) =>
  provider.next({ system: "Use the tools.", messages: MESSAGES, tools: TOOLS, maxTokens: 100, ...more });

describe("a real llama.cpp server with a real model", () => {
  test.each([
    ["chat/completions", () => providerFrom(`openai:${llama.url}/v1#smollm2`, {})],
    ["the Messages API", () => providerFrom("anthropic:smollm2", { ANTHROPIC_BASE_URL: llama.url })],
  ])("calls a tool over %s, with arguments that fit", async (_, make) => {
    const turn = await ask(await make(), { mustCall: true });
    expect(turn).toMatchObject({ stop: "tools", calls: [{ name: "list_devices" }] });
    expect(SITES).toContain(turn.calls[0]?.args?.["site"]);
    expect(turn.usage.input).toBeGreaterThan(100);
    expect(turn.usage.output).toBeGreaterThan(5);
  });

  test("a conversation goes on over both with results of calls that the model made", async () => {
    for (const provider of [
      await providerFrom(`openai:${llama.url}/v1#smollm2`, {}),
      await providerFrom("anthropic:smollm2", { ANTHROPIC_BASE_URL: llama.url }),
    ]) {
      const { text, calls, opaque } = await ask(provider, { mustCall: true });
      const results = calls.map(({ id, name }) => ({
        role: "tool" as const,
        callId: id,
        name,
        text: "timed out",
        isError: true,
      }));
      const messages: Message[] = [...MESSAGES, { role: "assistant", text, calls, opaque }, ...results];
      const next = await ask(provider, { messages, maxTokens: 20 });
      expect(next.usage.input).toBeGreaterThan(120);
      expect(["end", "tools", "length"]).toContain(next.stop);
    }
  });

  test("a grammar makes even such a model call, from the first turn on, with arguments that fit", async () => {
    const provider = await providerFrom(`local:${llama.url}/v1`, {});
    const messages: Message[] = [{ role: "user", text: "Which devices are at site sfo-1?" }];
    const turn = await ask(provider, { messages, mustCall: true });
    expect(turn).toMatchObject({ stop: "tools", calls: [{ name: "list_devices" }] });
    expect(SITES).toContain(turn.calls[0]?.args?.["site"]);
    expect(await ask(provider, { messages, mustCall: true })).toMatchObject({ calls: [{ args: turn.calls[0]?.args }] });
  });

  test("a turn that was cut is told as such", async () => {
    const provider = await providerFrom(`openai:${llama.url}/v1`, {});
    expect(await ask(provider, { tools: [], maxTokens: 3 })).toMatchObject({ stop: "length", usage: { output: 3 } });
  });

  test("a conversation that is too long for the model is refused in the server's words", async () => {
    const provider = await providerFrom(`openai:${llama.url}/v1#smollm2`, {});
    const messages: Message[] = [{ role: "user", text: "word ".repeat(9000) }];
    await expect(ask(provider, { messages })).rejects.toMatchObject({
      code: "model-failed",
      message: expect.stringMatching(/^openai-compatible smollm2: status 400: .*context/),
    });
  });

  test("a server that is asked no more stops writing", async () => {
    const provider = await providerFrom(`openai:${llama.url}/v1#smollm2`, {});
    const controller = new AbortController();
    const messages: Message[] = [{ role: "user", text: "Count from one to a thousand." }];
    const long = ask(provider, { messages, tools: [], maxTokens: 4000, signal: controller.signal });
    const busy = async () => (await (await fetch(`${llama.url}/slots`)).json()) as { is_processing: boolean }[];
    await expect.poll(async () => (await busy())[0]?.is_processing, { timeout: 30_000 }).toBe(true);
    controller.abort();
    await expect(long).rejects.toMatchObject({ message: "openai-compatible smollm2: cancelled" });
    await expect.poll(async () => (await busy())[0]?.is_processing, { timeout: 30_000 }).toBe(false);
  });

  test("tells how far it is; who has seen enough is told the tokens until then, and the server stops", async () => {
    const provider = await providerFrom(`local:${llama.url}/v1#smollm2`, {});
    const messages: Message[] = [{ role: "user", text: "Count from one to a thousand, in words." }];
    const told: SoFar[] = [];
    const watch = (soFar: SoFar) => {
      told.push(soFar);
      return soFar.written.length < 30;
    };
    const turn = await ask(provider, { messages, tools: [], maxTokens: 4000, watch });
    expect(told[0]).toMatchObject({ written: "", reading: { done: expect.any(Number), total: turn.usage.input } });
    expect(turn).toMatchObject({ stop: "stopped", text: told.at(-1)?.written });
    expect(turn.usage).not.toHaveProperty("unreported");
    expect(turn.usage.output).toBeGreaterThanOrEqual(told.length - 5);
    const busy = async () => (await (await fetch(`${llama.url}/slots`)).json()) as { is_processing: boolean }[];
    await expect.poll(async () => (await busy())[0]?.is_processing, { timeout: 30_000 }).toBe(false);
  });

  test("works as an agent on the mock network, whose answers it is shown", async () => {
    const model = await providerFrom(`local:${llama.url}/v1#smollm2`, {});
    const asked: TurnRequest[] = [];
    const brief: Provider = {
      name: model.name,
      next: async (request) => {
        asked.push({ ...request, messages: [...request.messages] });
        return asked.length <= 2 ? model.next({ ...request, maxTokens: 60 }) : giveUp;
      },
    };
    const seed = 1;
    const source = createEngine({ name: "control", description: "", seed, rules: [] }, seed);
    const stage = memoryStage({ network: makeNetwork(seed), source, profile: "control", seed });
    const assignment = { prompt: "Call list_sites.", answer: z.number() };
    const { ending, attempts } = await play(stage, (client) =>
      workWithModel({ agent: "llm", model: brief, client, assignment, during: stage.during }),
    );
    expect(ending).toEqual({ failure: "out of time" });
    expect(attempts[0]).toMatchObject({ tool: "list_sites", outcome: "ok", call: 1, attempt: 1, write: false });
    expect(asked[1]?.messages[2]).toMatchObject({ role: "tool", name: "list_sites", isError: false });
  });
});

const giveUp: Turn = {
  text: "",
  calls: [{ id: "last", name: "report_failure", args: { reason: "out of time" }, raw: "" }],
  stop: "tools",
  usage: { input: 0, output: 0, cached: 0 },
};
