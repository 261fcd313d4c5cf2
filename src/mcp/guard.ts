import type { IncomingMessage, ServerResponse } from "node:http";
import { hostHeaderValidation, localhostOriginValidation } from "@modelcontextprotocol/node";
import { localhostAllowedHostnames } from "@modelcontextprotocol/server";
import { authorization } from "./token.ts";

/** The one path that is served. */
export const PATH = "/mcp";

/**
 * Decides whether a request goes on: Host and Origin first, so that no page of a browser gets further (DNS rebinding),
 * then path and token. A request that does not is answered here.
 */
export function guard(host: string, token: string): (request: IncomingMessage, response: ServerResponse) => boolean {
  const hostAllowed = hostHeaderValidation([...localhostAllowedHostnames(), host.includes(":") ? `[${host}]` : host]);
  const originAllowed = localhostOriginValidation();
  return (request, response) => {
    if (!hostAllowed(request, response) || !originAllowed(request, response)) return false;
    if (new URL(request.url ?? "/", "http://localhost").pathname !== PATH) {
      return refuse(response, 404, `nothing here; the server is at ${PATH}`);
    }
    const verdict = authorization(request.headers.authorization, token);
    if (verdict === "granted") return true;
    const challenge =
      verdict === "wrong" ? 'Bearer realm="faultline", error="invalid_token"' : 'Bearer realm="faultline"';
    response.setHeader("WWW-Authenticate", challenge);
    return refuse(response, 401, verdict === "wrong" ? "the token is not this server's" : "a bearer token is needed");
  };
}

function refuse(response: ServerResponse, status: number, message: string): false {
  // What the client still sends is not read.
  response.writeHead(status, { "Content-Type": "application/json", Connection: "close" });
  response.end(JSON.stringify({ jsonrpc: "2.0", error: { code: -32_000, message }, id: null }));
  return false;
}
