import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { type Client, Client as McpClient, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { type NodeIncomingMessageLike, toNodeHandler } from "@modelcontextprotocol/node";
import {
  createMcpHandler,
  isLegacyRequest,
  McpServer,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { relayTo } from "./http-rig.ts";

const STATEFUL = "2025-11-25";
const STATELESS = "2026-07-28";
const rule = (kind: string, options = "") => `[[faults]]\nkind = "${kind}"\n${options}\n`;

/** What the server did, in order. */
let done: string[] = [];
let url: string;
let close: () => void;

/** Made with the official SDK. */
function makeServer(): McpServer {
  const server = new McpServer({ name: "sites", version: "1.0.0" }, { capabilities: { tools: { listChanged: true } } });
  const description = "A site";
  const inputSchema = z.object({ site: z.string() });
  server.registerTool("get_site", { description, inputSchema }, ({ site }) => {
    done.push(`get ${site}`);
    return { content: [{ type: "text", text: `${site} is up` }] };
  });
  server.registerTool("scan", { inputSchema: z.object({}) }, async (_, { mcpReq }) => {
    const progressToken = mcpReq._meta?.progressToken ?? "";
    await mcpReq.notify({ method: "notifications/progress", params: { progressToken, progress: 1, message: "half" } });
    mcpReq.signal.addEventListener("abort", () => done.push("scan called off"));
    await sleep(150);
    done.push("scanned");
    return { content: [{ type: "text", text: "scanned" }] };
  });
  return server;
}

beforeAll(async () => {
  const modern = createMcpHandler(makeServer, { legacy: "reject" });
  const sessions = new Map<string, WebStandardStreamableHTTPServerTransport>();
  const inSession = async (request: Request): Promise<Response> => {
    const id = request.headers.get("mcp-session-id");
    const known = sessions.get(id ?? "");
    if (known) return known.handleRequest(request);
    if (id !== null) return new Response(null, { status: 404 });
    const transport: WebStandardStreamableHTTPServerTransport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (name) => void sessions.set(name, transport),
    });
    await makeServer().connect(transport);
    return transport.handleRequest(request);
  };
  const handle = toNodeHandler({
    fetch: async (request, options) =>
      (await isLegacyRequest(request)) ? inSession(request) : modern.fetch(request, options),
  });
  const server = createServer((request, response) => {
    handle(request as NodeIncomingMessageLike, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
  close = () => server.close() && server.closeAllConnections();
});

afterAll(() => close());

beforeEach(() => {
  done = [];
});

async function connect(to: string, era: string, onChanged?: () => void): Promise<Client> {
  const mode = era === STATELESS ? { pin: era } : "legacy";
  const listChanged = onChanged ? { listChanged: { tools: { autoRefresh: false, debounceMs: 0, onChanged } } } : {};
  const client = new McpClient({ name: "test", version: "1" }, { versionNegotiation: { mode }, ...listChanged });
  await client.connect(new StreamableHTTPClientTransport(new URL(to)));
  return client;
}

const getSite = (client: Client, timeout = 5000) =>
  client.callTool({ name: "get_site", arguments: { site: "oslo" } }, { timeout });

describe.each([STATEFUL, STATELESS])("the official client and server, in the era of %s", (era) => {
  test("notice nothing of a relay without faults", async () => {
    const relay = await relayTo(url);
    const [direct, through] = [await connect(url, era), await connect(relay.url, era)];
    expect(through.getNegotiatedProtocolVersion()).toBe(era);
    expect(await through.listTools()).toEqual(await direct.listTools());
    expect(await getSite(through)).toEqual(await getSite(direct));
    const progress: unknown[] = [];
    await through.callTool({ name: "scan", arguments: {} }, { onprogress: ({ message }) => progress.push(message) });
    expect(progress).toEqual(["half"]);
    await Promise.all([direct.close(), through.close()]);
  });

  test.each([
    ["error", "", /Internal error/],
    ["timeout", "", /timed out/],
    ["hang", "", /timed out/],
    ["reset", "", /fetch failed|terminated|ended without|closed|disconnected|timed out/i],
    ["cut", "", /fetch failed|terminated|ended without|closed|disconnected|timed out/i],
    ["malformed", 'modes = ["truncate"]', /JSON|timed out/],
  ])("%s fails the call, and not the next one", async (kind, options, failure) => {
    const relay = await relayTo(url, rule(kind, `limit = 1\n${options}`));
    const client = await connect(relay.url, era);
    await expect(getSite(client, kind === "error" ? 5000 : 200)).rejects.toThrow(failure);
    expect(await getSite(client)).toMatchObject({ content: [{ text: "oslo is up" }] });
    expect(done).toHaveLength(kind === "error" ? 1 : 2);
    expect(relay.events).toMatchObject([{ kind, target: "get_site", call: 1, landed: true }]);
    await client.close();
  });

  test.each(["latency", "duplicate", "none"])("%s lets the call succeed", async (kind) => {
    const relay = await relayTo(url, rule(kind, kind === "latency" ? "delay_s = 0.05" : ""));
    const client = await connect(relay.url, era);
    expect(await getSite(client)).toMatchObject({ content: [{ text: "oslo is up" }] });
    expect(relay.events).toMatchObject([{ kind, landed: kind !== "none" }]);
    await client.close();
  });

  test("a call that is called off is called off at the server, unless that is lost", async () => {
    for (const lost of [false, true]) {
      done = [];
      const relay = await relayTo(url, lost ? rule("lost_cancellation") : rule("none"));
      const client = await connect(relay.url, era);
      const off = new AbortController();
      const call = client.callTool(
        { name: "scan", arguments: {} },
        { signal: off.signal, onprogress: () => off.abort() },
      );
      await expect(call).rejects.toThrow();
      while (!done.includes("scanned")) await sleep(10);
      expect(done[0]).toBe(lost ? "scanned" : "scan called off");
      if (lost) expect(relay.events).toMatchObject([{ kind: "lost_cancellation", landed: true }]);
      await client.close();
    }
  });

  test("a drift is told of, refuses the old names and takes the new ones", async () => {
    const relay = await relayTo(url, rule("schema_drift", "notify = true\nrename_args = { site = 'name' }"));
    let hear: () => void = () => undefined;
    const changed = new Promise<void>((resolve) => {
      hear = resolve;
    });
    const client = await connect(relay.url, era, hear);
    await sleep(50);
    await expect(getSite(client)).rejects.toThrow("missing required argument 'name'");
    await changed;
    const { tools } = await client.listTools();
    expect(tools.find(({ name }) => name === "get_site")?.inputSchema.required).toEqual(["name"]);
    const answer = await client.callTool({ name: "get_site", arguments: { name: "oslo" } });
    expect(answer).toMatchObject({ content: [{ text: "oslo is up" }] });
    await client.close();
  });
});

test("a session that expires is told to the official client by 404, and another one can be begun", async () => {
  const relay = await relayTo(url, rule("expired_session"));
  const client = await connect(relay.url, STATEFUL);
  await expect(getSite(client)).rejects.toThrow("Session not found");
  await expect(client.listTools()).rejects.toThrow("Session not found");
  const again = await connect(relay.url, STATEFUL);
  expect((await again.listTools()).tools).toHaveLength(2);
  expect(done).toEqual([]);
  await Promise.all([client.close(), again.close()]);
});
