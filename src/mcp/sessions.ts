import { randomUUID } from "node:crypto";
import { type McpServer, WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/server";

interface Session {
  server: McpServer;
  transport: WebStandardStreamableHTTPServerTransport;
  /** Milliseconds since the epoch. */
  used: number;
}

/** A client that does not come back ends its session by this many milliseconds, or by others needing the place. */
const IDLE = 60 * 60_000;
const MOST = 50;

/** The sessions of the era up to 2025-11-25: a client opens one by `initialize` and names it from then on. */
export class Sessions {
  readonly #makeServer: () => McpServer;
  readonly #maxBody: number;
  readonly #open = new Map<string, Session>();

  constructor(makeServer: () => McpServer, maxBody: number) {
    this.#makeServer = makeServer;
    this.#maxBody = maxBody;
  }

  async fetch(request: Request): Promise<Response> {
    const id = request.headers.get("mcp-session-id");
    if (id === null) return request.method === "POST" ? this.#begin(request) : answer(400, "Mcp-Session-Id is missing");
    const session = this.#open.get(id);
    if (!session) return answer(404, "no such session, or no more: initialize anew");
    session.used = Date.now();
    return session.transport.handleRequest(request);
  }

  async close(): Promise<void> {
    await Promise.allSettled([...this.#open.values()].map(({ server }) => server.close()));
  }

  async #begin(request: Request): Promise<Response> {
    const server = this.#makeServer();
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      maxRequestBodySize: this.#maxBody,
      onsessioninitialized: (id) => {
        this.#makeRoom();
        this.#open.set(id, { server, transport, used: Date.now() });
      },
    });
    await server.connect(transport);
    const closed = server.server.onclose;
    server.server.onclose = () => {
      if (transport.sessionId) this.#open.delete(transport.sessionId);
      closed?.();
    };
    const response = await transport.handleRequest(request);
    // Whatever it was, it was no `initialize`.
    if (transport.sessionId === undefined) await server.close();
    return response;
  }

  #makeRoom(): void {
    const byUse = [...this.#open.values()].toSorted((a, b) => a.used - b.used);
    const idle = byUse.filter(({ used }) => Date.now() - used > IDLE);
    const needed = byUse.length >= MOST ? byUse.slice(0, byUse.length - MOST + 1) : [];
    for (const { server } of new Set([...idle, ...needed])) server.close().catch(() => undefined);
  }
}

function answer(status: number, message: string): Response {
  return Response.json({ jsonrpc: "2.0", error: { code: -32_000, message }, id: null }, { status });
}
