/**
 * A server made with the official TypeScript SDK 2.x, of both eras, the same as the other servers here.
 * Usage: new-typescript-server.ts stdio | http
 */
import { setTimeout as sleep } from "node:timers/promises";
import { acceptedContent, inputRequired, McpServer } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { z } from "zod";
import { serveBothEras } from "./both-eras.ts";

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

if (process.argv[2] === "http") serveBothEras(makeServer);
else serveStdio(makeServer);
