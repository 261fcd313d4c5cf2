import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type NodeIncomingMessageLike, toNodeHandler } from "@modelcontextprotocol/node";
import {
  createMcpHandler,
  type EventStore,
  hostHeaderValidationResponse,
  isLegacyRequest,
  localhostAllowedHostnames,
  type McpServer,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";

/**
 * Serves over Streamable HTTP on a free port, which it prints to standard error: the older era in sessions, the newer
 * request by request.
 *
 * @param events for streams of the older era that can be resumed
 */
export function serveBothEras(makeServer: () => McpServer, events?: () => EventStore): void {
  const modern = createMcpHandler(makeServer, { legacy: "reject" });
  const sessions = new Map<string, WebStandardStreamableHTTPServerTransport>();
  const inSession = async (request: Request): Promise<Response> => {
    const id = request.headers.get("mcp-session-id");
    const known = sessions.get(id ?? "");
    if (id !== null && !known) return new Response(null, { status: 404 });
    if (known) return known.handleRequest(request);
    const transport: WebStandardStreamableHTTPServerTransport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (name) => void sessions.set(name, transport),
      ...(events ? { eventStore: events(), retryInterval: 500 } : {}),
    });
    await makeServer().connect(transport);
    return transport.handleRequest(request);
  };
  const handle = toNodeHandler({
    fetch: async (request, options) =>
      hostHeaderValidationResponse(request, localhostAllowedHostnames()) ??
      ((await isLegacyRequest(request)) ? inSession(request) : modern.fetch(request, options)),
  });
  const listener = createServer((request, response) => {
    handle(request as NodeIncomingMessageLike, response).catch(() => response.destroy());
  });
  listener.listen(0, "127.0.0.1", () => {
    process.stderr.write(`http://127.0.0.1:${(listener.address() as AddressInfo).port}/mcp\n`);
  });
}
