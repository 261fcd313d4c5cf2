import type { ClientRequest, IncomingMessage, ServerResponse } from "node:http";
import { pipeline } from "node:stream";
import { changed, relayed } from "./http-headers.ts";
import type { Upstream } from "./http-upstream.ts";

/** Relays one request and its response as they are, while they come. */
export function passOn(upstream: Upstream, request: IncomingMessage, response: ServerResponse): void {
  const onward = begin(upstream, request, response);
  onward.on("response", (answer) => {
    writeHead(upstream, request, response, answer);
    pipeline(answer, response, () => undefined);
  });
  request.pipe(onward);
}

/** Begins the request to the server; each side that breaks off breaks off the other. */
function begin(upstream: Upstream, request: IncomingMessage, response: ServerResponse): ClientRequest {
  const onward = upstream.request(request.method ?? "GET", request.url ?? "/", relayed(request.rawHeaders));
  onward.on("error", ({ code, message }: NodeJS.ErrnoException) => {
    if (response.headersSent || code === "ECONNRESET" || code === "EPIPE") request.socket.destroy();
    else response.writeHead(502, { "Content-Type": "text/plain" }).end(`${message}\n`);
  });
  response.on("close", () => {
    if (!response.writableFinished) onward.destroy();
  });
  return onward;
}

function writeHead(
  upstream: Upstream,
  request: IncomingMessage,
  response: ServerResponse,
  answer: IncomingMessage,
): void {
  const headers = changed(relayed(answer.rawHeaders), "location", (location) =>
    upstream.asSeenBy(request.headers.host, location),
  );
  response.sendDate = false;
  response.writeHead(answer.statusCode ?? 502, answer.statusMessage, headers);
  response.flushHeaders();
}
