import {
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http";
import { request as httpsRequest } from "node:https";
import type { AddressInfo } from "node:net";
import { describeError } from "../../src/kernel/errors.ts";

/** Where a model is, and what a request must have to be let in there. */
export interface ModelAddress {
  /** Such as "https://host" or "http://127.0.0.1:8080". */
  url: string;
  /** Headers that take the place of the agent's own, such as the key: it never gets where the agent is. */
  headers?: Record<string, string>;
}

/** The only way out of a session. */
interface Gateway {
  /** Port on loopback; undefined where it listens at a socket file. */
  port: number | undefined;
  /** Every `host:port` or absolute address that was asked for besides the model's. */
  strangers: string[];
  /** How many requests went on to the model so far. */
  asked(): number;
  close(): Promise<void>;
}

/**
 * Listens for an agent: what is addressed to this server itself goes on to the model, and whatever is sent to it as to a
 * proxy is refused and remembered.
 *
 * @param socket a file to listen at; without one it listens at a free port on loopback
 */
export async function openGateway(model: ModelAddress, socket?: string): Promise<Gateway> {
  const strangers: string[] = [];
  let asked = 0;
  const server = createServer((request, response) => {
    const path = request.url ?? "/";
    if (path.startsWith("/")) {
      asked += 1;
      return passOn(model, request, response);
    }
    strangers.push(path);
    response.writeHead(403).end();
  });
  server.on("connect", (request, connection) => {
    strangers.push(String(request.url));
    // The agent may hang up first.
    connection.on("error", () => connection.destroy());
    connection.end("HTTP/1.1 403 Forbidden\r\n\r\n");
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    if (socket === undefined) server.listen(0, "127.0.0.1", resolve);
    else server.listen(socket, resolve);
  });
  const port = socket === undefined ? (server.address() as AddressInfo).port : undefined;
  return { port, strangers, asked: () => asked, close: () => close(server) };
}

function passOn(model: ModelAddress, request: IncomingMessage, response: ServerResponse): void {
  const target = new URL(model.url);
  const path = `${target.pathname.replace(/\/$/, "")}${request.url}`;
  const headers = { ...request.headers, host: target.host, ...model.headers };
  const send = target.protocol === "https:" ? httpsRequest : httpRequest;
  const onward = send(new URL(path, target), { method: request.method ?? "GET", headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
    answer.on("error", () => response.destroy());
  });
  onward.on("error", (error) => {
    if (response.headersSent) return response.destroy();
    // As servers of models tell of errors: the agent's own report then says what was wrong out here.
    const body = { type: "error", error: { type: "api_error", message: `${model.url}: ${describeError(error)}` } };
    return response.writeHead(502, { "content-type": "application/json" }).end(JSON.stringify(body));
  });
  response.on("close", () => onward.destroy());
  request.pipe(onward);
}

async function close(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise<void>((resolve) => server.close(() => resolve()));
}
