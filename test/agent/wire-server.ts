import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setImmediate } from "node:timers/promises";

/** How a server answers one request. */
export type Reply =
  | { status?: number; headers?: Record<string, string>; json: object }
  | { status?: number; headers?: Record<string, string>; text: string }
  /** Events, sent as they come or in pieces of other sizes; then the answer ends, or hangs, or breaks, or comes again and again. */
  | { stream: string; pieces?: number[]; after?: "hang" | "reset" | "again" }
  | "reset"
  | "hang";

interface Seen {
  path: string;
  headers: IncomingMessage["headers"];
  body: Record<string, unknown>;
}

/**
 * A server on loopback that answers one request after the other as the script says, and remembers them. Who asks which
 * models it has is told besides.
 */
export interface WireServer {
  url: string;
  seen: Seen[];
  /** Adds to the script. */
  next(reply: Reply): void;
  /** Settles when a client has hung up on a request that was never answered to the end. */
  hungUp: Promise<void>;
  close(): Promise<void>;
}

export async function startWireServer(begin: readonly Reply[], models = ["tiny"]): Promise<WireServer> {
  const script = [...begin];
  const seen: Seen[] = [];
  const { promise: hungUp, resolve: hangUp } = withResolvers();
  const server = createServer(async (request, response) => {
    if (request.method === "GET") return answer(response, { json: { data: models.map((id) => ({ id })) } });
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const reply = script[seen.length] ?? { status: 418, json: { error: { message: "the script is over" } } };
    const body = JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>;
    seen.push({ path: request.url ?? "", headers: request.headers, body });
    response.on("close", () => response.writableEnded || hangUp());
    await answer(response, reply);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    seen,
    next: (reply) => script.push(reply),
    hungUp,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function answer(response: ServerResponse, reply: Reply): Promise<void> {
  if (reply === "hang") return;
  if (reply === "reset") {
    response.destroy();
  } else if ("stream" in reply) {
    response.writeHead(200, { "content-type": "text/event-stream" });
    do {
      for (const piece of piecesOf(reply)) await new Promise((sent) => response.write(piece, sent));
      await setImmediate();
    } while (reply.after === "again" && !response.destroyed);
    if (reply.after === "reset") response.destroy();
    else if (reply.after === undefined) response.end();
  } else {
    const { status = 200, headers = {} } = reply;
    const text = "json" in reply ? JSON.stringify(reply.json) : reply.text;
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(text);
  }
}

function piecesOf({ stream, pieces }: { stream: string; pieces?: number[] }): (string | Buffer)[] {
  if (!pieces) return stream.split(/(?<=\n\n|\r\n\r\n)/);
  const bytes = Buffer.from(stream);
  const cut: Buffer[] = [];
  for (let at = 0; at < bytes.length; ) {
    const size = pieces[cut.length % pieces.length] ?? 1;
    cut.push(bytes.subarray(at, at + size));
    at += size;
  }
  return cut;
}

function withResolvers(): { promise: Promise<void>; resolve: () => void } {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
