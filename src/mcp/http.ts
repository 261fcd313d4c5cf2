import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { type NodeIncomingMessageLike, toNodeHandler } from "@modelcontextprotocol/node";
import { createMcpHandler, isLegacyRequest } from "@modelcontextprotocol/server";
import type { Address } from "../kernel/address.ts";
import { describeError, FaultlineError } from "../kernel/errors.ts";
import { logLine } from "../kernel/log.ts";
import type { Desk } from "./desk.ts";
import { guard, PATH } from "./guard.ts";
import { makeServer } from "./server.ts";
import { Sessions } from "./sessions.ts";

/** Bytes. */
const LARGEST_BODY = 1024 * 1024;

/** Milliseconds. */
const PATIENCE = 500;

export interface HttpListener {
  /** With the real port. */
  url: string;
  close: () => Promise<void>;
}

/**
 * Serves many clients over Streamable HTTP: the era of 2026-07-28 request by request, the older one in sessions.
 *
 * @throws FaultlineError `process-failed` where the address cannot be had
 */
export async function listen(
  desk: Desk,
  version: string,
  { host, port }: Address,
  token: string,
): Promise<HttpListener> {
  const onerror = (error: Error) => logLine("mcp http", error.message);
  const modern = createMcpHandler(() => makeServer(desk, version), {
    legacy: "reject",
    maxRequestBodySize: LARGEST_BODY,
    onerror,
  });
  const sessions = new Sessions(() => {
    const server = makeServer(desk, version);
    server.server.onclose = desk.onEvidence(() => server.sendResourceListChanged());
    return server;
  }, LARGEST_BODY);
  const leave = desk.onEvidence(() => modern.notify.resourcesChanged());
  const handle = toNodeHandler(
    {
      fetch: async (request, options) =>
        (await isLegacyRequest(request, undefined, { maxRequestBodySize: LARGEST_BODY }))
          ? sessions.fetch(request)
          : modern.fetch(request, options),
    },
    { maxRequestBodySize: LARGEST_BODY, onerror },
  );
  const allowed = guard(host, token);
  const server = createServer((request, response) => {
    if (allowed(request, response)) handle(request as NodeIncomingMessageLike, response).catch(onerror);
  });
  const taken = await start(server, host, port);
  server.on("error", onerror);
  return {
    url: `http://${host.includes(":") ? `[${host}]` : host}:${taken}${PATH}`,
    async close() {
      leave();
      await Promise.allSettled([sessions.close(), modern.close()]);
      await end(server);
    },
  };
}

/** The port that was taken. */
async function start(server: Server, host: string, port: number): Promise<number> {
  try {
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject).listen(port, host, () => resolve());
    });
  } catch (error) {
    throw new FaultlineError("process-failed", `cannot listen on ${host}:${port}: ${describeError(error)}`, {
      hint: "--http with another port, or with 0 for any that is free",
    });
  }
  return (server.address() as AddressInfo).port;
}

/** Lets answers that are under way go out, but waits for nobody who does not take them. */
async function end(server: Server): Promise<void> {
  const impatient = setTimeout(() => server.closeAllConnections(), PATIENCE);
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
  });
  clearTimeout(impatient);
}
