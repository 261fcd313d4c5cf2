import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** How a server answers one request. */
export type Reply =
  | { status?: number; headers?: Record<string, string>; json: unknown }
  | { status?: number; headers?: Record<string, string>; text: string }
  /** Sends so much of a body and breaks the connection. */
  | { cutAfter: string }
  | "reset"
  | "hang";

interface Seen {
  path: string;
  headers: IncomingMessage["headers"];
  body: Record<string, unknown>;
}

/** A server on loopback that answers one request after the other as the script says, and remembers them. */
export interface WireServer {
  url: string;
  seen: Seen[];
  /** Settles when a client has hung up on a request that was never answered. */
  hungUp: Promise<void>;
  close(): Promise<void>;
}

export async function startWireServer(script: readonly Reply[]): Promise<WireServer> {
  const seen: Seen[] = [];
  const { promise: hungUp, resolve: hangUp } = withResolvers();
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const reply = script[seen.length] ?? { status: 418, json: { error: { message: "the script is over" } } };
    const body = JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>;
    seen.push({ path: request.url ?? "", headers: request.headers, body });
    response.on("close", () => response.writableEnded || hangUp());
    answer(response, reply);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    seen,
    hungUp,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function answer(response: ServerResponse, reply: Reply): void {
  if (reply === "hang") return;
  if (reply === "reset") {
    response.destroy();
  } else if ("cutAfter" in reply) {
    response.writeHead(200, { "content-type": "application/json", "content-length": reply.cutAfter.length + 100 });
    response.write(reply.cutAfter, () => response.destroy());
  } else {
    const { status = 200, headers = {} } = reply;
    const text = "json" in reply ? JSON.stringify(reply.json) : reply.text;
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(text);
  }
}

function withResolvers(): { promise: Promise<void>; resolve: () => void } {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
