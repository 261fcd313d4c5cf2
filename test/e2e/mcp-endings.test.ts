import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Client } from "@modelcontextprotocol/client";
import { execa } from "execa";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { processesIn } from "./support/faultline.ts";
import { type HttpServer, startHttpServer, stdioReach } from "./support/mcp/server.ts";
import { connectClient } from "./support/mcp/typescript-peers.ts";
import { leftovers, makeProject } from "./support/project.ts";

const OLD = "2025-11-25";
const NEW = "2026-07-28";
const HANGING = { name: "failure_context", arguments: { node_id: "tests/test_hang.py::test_hang" } };
const ENDING = "the server is ending, and the call with it";

let project: string;
let before: string[];
let server: HttpServer;

beforeAll(async () => {
  project = await makeProject({ fillers: { files: 0, lines: 2 } });
  await writeFile(
    join(project, "tests/test_hang.py"),
    "import subprocess, sys\n\n\ndef test_hang():\n    subprocess.run([sys.executable, '-c', 'while True: pass'])\n",
  );
  before = await leftovers(project);
  server = await startHttpServer(project);
});

afterAll(async () => {
  expect(await server.stop()).toBe(0);
});

afterEach(async () => {
  expect(await leftovers(project)).toEqual(before);
});

describe("a call that its client cancels", () => {
  it.each([
    ["standard input and output", OLD, stdio],
    ["standard input and output", NEW, stdio],
    ["HTTP", OLD, http],
    ["HTTP", NEW, http],
  ] as const)("over %s, %s, ends the test that it runs, and what that has started", async (_, era, connect) => {
    const client = await connect(era);
    const controller = new AbortController();
    const progress: string[] = [];
    const call = client.callTool(HANGING, {
      signal: controller.signal,
      onprogress: ({ message }) => void progress.push(message ?? ""),
    });
    const cancelled = expect(call).rejects.toThrow();
    await running();
    controller.abort(new Error("the user has changed her mind"));
    await cancelled;
    await nothingRuns();
    expect(progress.length).toBeGreaterThan(0);
    // The server goes on, and so does the connection.
    expect((await client.listTools()).tools).toHaveLength(7);
    await client.close();
  });
});

describe("a server that ends", () => {
  it("since its client closed standard input, ends what it runs, and well", async () => {
    const { child, ask } = await rawStdio();
    ask("tools/call", HANGING);
    await running();
    child.stdin.end();
    expect((await child).exitCode).toBe(0);
    expect(await pytests()).toEqual([]);
  });

  it.each(["SIGTERM", "SIGINT", "SIGHUP"] as const)(
    "by %s, on standard input and output, ends what it runs and says so",
    async (signal) => {
      const { child, ask } = await rawStdio();
      ask("tools/call", HANGING);
      await running();
      child.kill(signal);
      const { exitCode, stdout } = await child;
      expect(exitCode).toBe(0);
      expect(stdout.split("\n").at(-1)).toContain(ENDING);
      expect(await pytests()).toEqual([]);
    },
  );

  it("by SIGTERM, over HTTP, ends what it runs and says so, whatever clients are still there", async () => {
    const own = await startHttpServer(project);
    const clients = await Promise.all([connectClient(own.reach, OLD), connectClient(own.reach, NEW)]);
    const answers = Promise.all(clients.map((client) => client.callTool(HANGING)));
    await running(2);
    expect(await own.stop()).toBe(0);
    expect(await pytests()).toEqual([]);
    const ended = { isError: true, content: [{ type: "text", text: ENDING }] };
    expect(await answers).toMatchObject([ended, ended]);
    for (const client of clients) await client.close();
  });

  it("by kill -9 leaves no test running", async () => {
    const own = await startHttpServer(project);
    const client = await connectClient(own.reach, NEW);
    const answer = client.callTool(HANGING).catch(() => undefined);
    await running();
    await own.stop("SIGKILL");
    await nothingRuns();
    await answer;
  });
});

describe("many calls at once", () => {
  it("are all answered, by turns", async () => {
    const clients = await Promise.all([http(OLD), http(NEW)]);
    const waited: string[] = [];
    const calls = Array.from({ length: 6 }, (_, index) =>
      (clients[index % 2] as Client).callTool(
        { name: "failure_context", arguments: { node_id: "tests/test_invoice.py::test_new_country" } },
        { onprogress: ({ message }) => void waited.push(message ?? "") },
      ),
    );
    const answers = await Promise.all(calls);
    expect(answers.map(({ structuredContent }) => structuredContent)).toEqual(
      answers.map(() => expect.objectContaining({ status: "failed" })),
    );
    expect(waited.filter((message) => message.startsWith("waiting for")).length).toBeGreaterThanOrEqual(4);
    for (const client of clients) await client.close();
  });
});

async function stdio(era: typeof OLD | typeof NEW): Promise<Client> {
  return connectClient(await stdioReach(project), era);
}

async function http(era: typeof OLD | typeof NEW): Promise<Client> {
  return connectClient(server.reach, era);
}

/** A server on standard input and output, spoken to without any SDK, so that nothing else ends it. */
async function rawStdio() {
  const { stdio: words, env } = await stdioReach(project);
  const [program, ...args] = words;
  const child = execa(program, args, { env, extendEnv: false, reject: false });
  const ask = (method: string, params: unknown) =>
    void child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id: 1, method, params })}\n`);
  ask("initialize", { protocolVersion: OLD, capabilities: {}, clientInfo: { name: "raw", version: "1" } });
  await new Promise((resolve) => child.stdout.once("data", resolve));
  child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" })}\n`);
  return { child, ask };
}

/** Waits until the hanging tests have started what they start. */
async function running(count = 1): Promise<void> {
  const loops = async () => (await pytests()).filter((line) => line.includes("while True"));
  await vi.waitUntil(async () => (await loops()).length >= count, { timeout: 30_000, interval: 100 });
}

async function nothingRuns(): Promise<void> {
  await vi.waitUntil(async () => (await pytests()).length === 0, { timeout: 10_000, interval: 100 });
}

/** What runs in the project, but the servers themselves. */
async function pytests(): Promise<string[]> {
  return (await processesIn(project)).filter((line) => !line.includes(" serve "));
}
