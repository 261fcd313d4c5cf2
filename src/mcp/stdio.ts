import { serveStdio as serveConnection } from "@modelcontextprotocol/server/stdio";
import { logLine } from "../kernel/log.ts";
import type { Desk } from "./desk.ts";
import { makeServer } from "./server.ts";

/**
 * Serves one client on standard input and output, in the era that it opens with, until it closes standard input or
 * `stop` fires. All that it started has ended then.
 */
export async function serveOnStdio(desk: Desk, version: string, stop: AbortSignal): Promise<void> {
  const connection = serveConnection(
    () => {
      const server = makeServer(desk, version);
      const leave = desk.onEvidence(() => server.sendResourceListChanged());
      server.server.onclose = leave;
      return server;
    },
    { onerror: (error) => logLine("mcp stdio", error.message) },
  );
  await new Promise<void>((resolve) => {
    process.stdin.once("end", resolve).once("close", resolve);
    stop.addEventListener("abort", () => resolve(), { once: true });
    if (stop.aborted) resolve();
  });
  await desk.close();
  await connection.close();
}
