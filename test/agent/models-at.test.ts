import { afterEach, describe, expect, test } from "vitest";
import { modelsAt } from "../../src/agent/models-at.ts";
import { startWireServer, type WireServer } from "./wire-server.ts";

const servers: WireServer[] = [];
afterEach(() => Promise.all(servers.splice(0).map((server) => server.close())));

async function having(...models: string[]): Promise<string> {
  const server = await startWireServer([], models);
  servers.push(server);
  return `${server.url}/v1`;
}

describe("the models of a server", () => {
  test("as it names them; a file without its folder", async () => {
    expect(await modelsAt(await having("org/model", "/models/org/Qwen.Q4_1.gguf"), {})).toEqual([
      "org/model",
      "Qwen.Q4_1.gguf",
    ]);
  });

  test("none where it does not tell", async () => {
    expect(await modelsAt(await having(""), {})).toEqual([]);
  });

  test("nobody listens there", async () => {
    const url = await having();
    await servers.splice(0)[0]?.close();
    await expect(modelsAt(url, {})).rejects.toMatchObject({
      code: "model-failed",
      message: `nothing listens at ${url.replace("/v1", "")}`,
      hint: "start a llama.cpp server there, or give --url",
    });
  });

  test("a port that HTTP clients keep away from", async () => {
    await expect(modelsAt("http://127.0.0.1:6000/v1", {})).rejects.toThrow(
      "http://127.0.0.1:6000 cannot be reached: HTTP clients keep away from port 6000",
    );
  });

  test("an address that would show the key is not asked", async () => {
    await expect(modelsAt("http://example.com/v1", { OPENAI_API_KEY: "k" })).rejects.toMatchObject({
      code: "bad-request",
    });
  });
});
