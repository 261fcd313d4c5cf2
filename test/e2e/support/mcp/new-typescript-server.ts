/**
 * A server made with the official TypeScript SDK 2.x, of both eras, the same as the other servers here.
 * Usage: new-typescript-server.ts stdio | http
 */
import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { type NodeIncomingMessageLike, toNodeHandler } from "@modelcontextprotocol/node";
import {
  acceptedContent,
  createMcpHandler,
  inputRequired,
  isLegacyRequest,
  McpServer,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { z } from "zod";

function makeServer(): McpServer {
  const server = new McpServer({ name: "peer", version: "1.0.0" });
  server.registerTool(
    "say",
    {
      description: "Says it",
      inputSchema: z.object({ text: z.string() }),
      outputSchema: z.object({ text: z.string() }),
    },
    ({ text }) => ({ content: [{ type: "text", text }], structuredContent: { text } }),
  );
  server.registerTool("count", { inputSchema: z.object({ to: z.number() }) }, async ({ to }, { mcpReq }) => {
    for (let progress = 1; progress <= to; progress++) {
      const progressToken = mcpReq._meta?.progressToken ?? "";
      const params = { progressToken, progress, total: to, message: `number ${progress}` };
      await mcpReq.notify({ method: "notifications/progress", params });
    }
    // Where progress and the answer are read at once, clients of this SDK drop the progress.
    await sleep(50);
    return { content: [{ type: "text", text: `counted to ${to}` }] };
  });
  server.registerTool("ask", { inputSchema: z.object({ question: z.string() }) }, ({ question }, { mcpReq }) => {
    const requestedSchema = z.object({ zone: z.string() });
    const answer = acceptedContent(mcpReq.inputResponses, "zone", requestedSchema);
    if (!answer) {
      const zone = inputRequired.elicit({ message: question, requestedSchema });
      return inputRequired({ inputRequests: { zone } });
    }
    return { content: [{ type: "text", text: `the user says ${answer.zone}` }] };
  });
  server.registerTool("refuse", {}, () => ({ isError: true, content: [{ type: "text", text: "not today" }] }));
  server.registerResource("today", "notes://today", { mimeType: "text/plain" }, () => ({
    contents: [{ uri: "notes://today", text: "Grüße, 世界 🌍" }],
  }));
  return server;
}

/** Sessions of the older era by id; a request without one begins another. */
const sessions = new Map<string, WebStandardStreamableHTTPServerTransport>();

async function inSession(request: Request): Promise<Response> {
  const id = request.headers.get("mcp-session-id");
  const known = sessions.get(id ?? "");
  if (id !== null && !known) return new Response(null, { status: 404 });
  if (known) return known.handleRequest(request);
  const transport: WebStandardStreamableHTTPServerTransport = new WebStandardStreamableHTTPServerTransport({
    sessionIdGenerator: randomUUID,
    onsessioninitialized: (name) => void sessions.set(name, transport),
  });
  await makeServer().connect(transport);
  return transport.handleRequest(request);
}

if (process.argv[2] === "http") {
  const modern = createMcpHandler(makeServer, { legacy: "reject" });
  const handle = toNodeHandler({
    fetch: async (request, options) =>
      (await isLegacyRequest(request)) ? inSession(request) : modern.fetch(request, options),
  });
  const listener = createServer((request, response) => {
    handle(request as NodeIncomingMessageLike, response).catch(() => response.destroy());
  });
  listener.listen(0, "127.0.0.1", () => {
    process.stderr.write(`http://127.0.0.1:${(listener.address() as AddressInfo).port}/mcp\n`);
  });
} else {
  serveStdio(makeServer);
}
