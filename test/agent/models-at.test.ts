import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { modelsAt } from "../../src/agent/models-at.ts";
import { startWireServer, type WireServer } from "./wire-server.ts";

const servers: WireServer[] = [];
const loadingServers: Server[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
  for (const server of loadingServers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function having(...models: string[]): Promise<string> {
  const server = await startWireServer([], models);
  servers.push(server);
  return `${server.url}/v1`;
}

function asking() {
  const controller = new AbortController();
  const told: string[] = [];
  return { controller, told, signal: controller.signal, loading: () => void told.push("loading") };
}

/** A server like llama.cpp's while it loads; it says so this often. */
async function loading(times: number): Promise<string> {
  let asked = 0;
  const server = createServer((_, response) => {
    asked += 1;
    if (asked > times) response.end(JSON.stringify({ data: [{ id: "m" }] }));
    else response.writeHead(503).end('{"error":{"message":"Loading model","type":"unavailable_error","code":503}}');
  });
  loadingServers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
}

describe("the models of a server", () => {
  test("as it names them; a file without its folder", async () => {
    expect(await modelsAt(await having("org/model", "/models/org/Qwen.Q4_1.gguf"), {}, asking())).toEqual([
      "org/model",
      "Qwen.Q4_1.gguf",
    ]);
  });

  test("none where it does not tell", async () => {
    expect(await modelsAt(await having(""), {}, asking())).toEqual([]);
  });

  test("nobody listens there", async () => {
    const url = await having();
    await servers.splice(0)[0]?.close();
    await expect(modelsAt(url, {}, asking())).rejects.toMatchObject({
      code: "model-failed",
      message: `nothing listens at ${url.replace("/v1", "")}`,
      hint: "start a llama.cpp server there, or give --url",
    });
  });

  test("a port that HTTP clients keep away from", async () => {
    await expect(modelsAt("http://127.0.0.1:6000/v1", {}, asking())).rejects.toThrow(
      "http://127.0.0.1:6000 cannot be reached: HTTP clients keep away from port 6000",
    );
  });

  test("an address that would show the key is not asked", async () => {
    await expect(modelsAt("http://example.com/v1", { OPENAI_API_KEY: "k" }, asking())).rejects.toMatchObject({
      code: "bad-request",
    });
  });

  test("a server that loads its model is waited for, and that is told", async () => {
    const asked = asking();
    expect(await modelsAt(await loading(1), {}, asked)).toEqual(["m"]);
    expect(asked.told).toEqual(["loading"]);
  });

  test("who gives up does not wait", async () => {
    const url = await loading(Number.POSITIVE_INFINITY);
    const asked = asking();
    const loaded = modelsAt(url, {}, { ...asked, loading: () => asked.controller.abort() });
    await expect(loaded).rejects.toThrow("aborted");
  });
});
