/**
 * A server made with the official TypeScript SDK 1.x, the same as the other servers here.
 * Usage: old-typescript-server.ts stdio | http
 */
import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { z } from "zod";

function makeServer(): McpServer {
  const server = new McpServer({ name: "peer", version: "1.0.0" });
  server.registerTool(
    "say",
    { description: "Says it", inputSchema: { text: z.string() }, outputSchema: { text: z.string() } },
    ({ text }) => ({ content: [{ type: "text", text }], structuredContent: { text } }),
  );
  server.registerTool("count", { inputSchema: { to: z.number() } }, async ({ to }, { _meta, sendNotification }) => {
    for (let progress = 1; progress <= to; progress++) {
      const params = { progressToken: _meta?.progressToken ?? "", progress, total: to, message: `number ${progress}` };
      await sendNotification({ method: "notifications/progress", params });
    }
    // Where progress and the answer are read at once, clients of this SDK drop the progress.
    await sleep(50);
    return { content: [{ type: "text", text: `counted to ${to}` }] };
  });
  server.registerTool("ask", { inputSchema: { question: z.string() } }, async ({ question }, { sendRequest }) => {
    const requestedSchema = { type: "object" as const, properties: { zone: { type: "string" as const } } };
    const params = { mode: "form" as const, message: question, requestedSchema };
    const { content } = await sendRequest(
      { method: "elicitation/create", params },
      z.object({ content: z.object({ zone: z.string() }) }),
    );
    return { content: [{ type: "text", text: `the user says ${content.zone}` }] };
  });
  server.registerTool("refuse", {}, () => ({ isError: true, content: [{ type: "text", text: "not today" }] }));
  server.registerResource("today", "notes://today", { mimeType: "text/plain" }, () => ({
    contents: [{ uri: "notes://today", text: "Grüße, 世界 🌍" }],
  }));
  return server;
}

/** Sessions by id; a request without one begins another. */
const sessions = new Map<string, StreamableHTTPServerTransport>();

async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const id = request.headers["mcp-session-id"];
  const known = sessions.get(String(id));
  if (id !== undefined && !known) return void response.writeHead(404).end();
  if (known) return known.handleRequest(request, response);
  const transport: StreamableHTTPServerTransport = new StreamableHTTPServerTransport({
    sessionIdGenerator: randomUUID,
    onsessioninitialized: (name) => void sessions.set(name, transport),
  });
  // Its types do without exactOptionalPropertyTypes.
  await makeServer().connect(transport as Transport);
  await transport.handleRequest(request, response);
}

if (process.argv[2] === "http") {
  const listener = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy());
  });
  listener.listen(0, "127.0.0.1", () => {
    process.stderr.write(`http://127.0.0.1:${(listener.address() as AddressInfo).port}/mcp\n`);
  });
} else {
  await makeServer().connect(new StdioServerTransport());
}
