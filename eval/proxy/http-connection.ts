import { spawn } from "node:child_process";
import { Agent, request } from "node:http";
import { FaultlineError } from "../../src/kernel/errors.ts";
import { type Connection, requestOf } from "./connection.ts";

/** A server that was started, and where it is. */
export interface Served {
  url: string;
  stop(): Promise<void>;
}

/** Starts a server, or the proxy, that says on standard error where it listens; last where it names several. */
export async function startServed(argv: readonly [string, ...string[]]): Promise<Served> {
  const [program, ...args] = argv;
  const child = spawn(program, args, { stdio: ["ignore", "ignore", "pipe"] });
  const url = await new Promise<string>((resolve, reject) => {
    let told = "";
    child.stderr.on("data", (chunk) => {
      told += String(chunk);
      const found = [...told.matchAll(/http:\/\/127\.0\.0\.1:\d+\/mcp(?=\s|;)/g)].map(([text]) => text);
      const own = found.find((text) => !argv.includes(text));
      if (own !== undefined) resolve(own);
    });
    child.once("exit", () => reject(new FaultlineError("process-failed", `${argv.join(" ")} has ended: ${told}`)));
  });
  return {
    url,
    async stop() {
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGTERM");
      await ended;
    },
  };
}

/** Speaks to a server over connections that are kept, one for each call in flight. */
export function connectHttp(url: string): Connection {
  const agent = new Agent({ keepAlive: true });
  const headers = {
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    "mcp-protocol-version": "2025-11-25",
  };
  let last = 0;
  return {
    call: (bytes) =>
      new Promise((resolve, reject) => {
        last++;
        const asked = request(url, { method: "POST", agent, headers }, (response) => {
          let length = 0;
          response.on("data", (chunk: Buffer) => {
            length += chunk.length;
          });
          response.on("error", reject);
          response.on("end", () => {
            if (response.statusCode === 200 && length > bytes) resolve();
            else reject(new FaultlineError("process-failed", `${url}: ${response.statusCode}, ${length} bytes`));
          });
        });
        asked.on("error", reject);
        asked.end(requestOf(last, bytes));
      }),
    close: async () => agent.destroy(),
  };
}
