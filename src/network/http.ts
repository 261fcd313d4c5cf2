import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { NodeStreamableHTTPServerTransport } from "@modelcontextprotocol/node";
import type { MockServer } from "./mock-server.ts";

export interface NetworkOverHttp {
  url: URL;
  close(): Promise<void>;
}

/** Serves the mock network over Streamable HTTP, in sessions, on a free port of this machine. */
export async function serveNetworkOverHttp(server: Pick<MockServer, "connect">): Promise<NetworkOverHttp> {
  const sessions = new Map<string, NodeStreamableHTTPServerTransport>();
  const begin = async () => {
    const transport = new NodeStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => void sessions.set(id, transport),
      onsessionclosed: (id) => void sessions.delete(id),
    });
    await server.connect(transport);
    return transport;
  };
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const id = request.headers["mcp-session-id"];
    const transport = id === undefined ? await begin() : sessions.get(String(id));
    if (transport) await transport.handleRequest(request, response);
    else response.writeHead(404).end();
  };
  const listener = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
  return {
    url: new URL(`http://127.0.0.1:${(listener.address() as AddressInfo).port}/mcp`),
    close: () =>
      new Promise((resolve) => {
        listener.close(() => resolve());
        listener.closeAllConnections();
      }),
  };
}
