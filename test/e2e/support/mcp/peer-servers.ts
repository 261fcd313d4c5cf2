import { fileURLToPath } from "node:url";
import { execa } from "execa";
import { emptyHome, usualPath } from "../client.ts";
import type { Reach } from "./peer.ts";
import { sdkPython } from "./python-peer.ts";
import { toolbox } from "./toolbox.ts";

/** Program and arguments of a server made with an official SDK, all four with the same tools. */
const servers = {
  "the TypeScript SDK 1.x": () => typescript(new URL("old-typescript-server.ts", import.meta.url)),
  "the TypeScript SDK 2.x": () => typescript(new URL("new-typescript-server.ts", import.meta.url)),
  "the Python SDK 1.x": () => python(1),
  "the Python SDK 2.x": () => python(2),
};

export type ServerName = keyof typeof servers;
export const SERVERS = Object.keys(servers) as [ServerName, ServerName, ServerName, ServerName];

/** The words that serve one client on standard input and output. */
export async function peerOnStdio(name: ServerName): Promise<Extract<Reach, { stdio: unknown }>> {
  return { stdio: [...(await servers[name]()), "stdio"], env: await bareEnv() };
}

export interface PeerServer {
  url: string;
  stop(): Promise<void>;
}

/** Serves many clients over Streamable HTTP on a free port. */
export async function startPeer(name: ServerName): Promise<PeerServer> {
  return startServer([...(await servers[name]()), "http"], await bareEnv());
}

/** Serves what the conformance suite asks for, in both eras. */
export async function startConformanceServer(): Promise<PeerServer> {
  const argv = await typescript(new URL("conformance-server.ts", import.meta.url));
  return startServer(argv, await bareEnv());
}

/** Starts a program that prints the address that it serves on, ending in `/mcp`, to standard error. */
export async function startServer(
  argv: readonly [string, ...string[]],
  env: Record<string, string>,
): Promise<PeerServer> {
  const [program, ...args] = argv;
  const child = execa(program, args, { env, extendEnv: false, reject: false, stdin: "ignore", buffer: false });
  child.stdout.resume();
  const url = await new Promise<string>((resolve, reject) => {
    let told = "";
    child.stderr.on("data", (chunk) => {
      told += String(chunk);
      const found = /http:\/\/127\.0\.0\.1:\d+\/mcp/.exec(told)?.[0];
      if (found) resolve(found);
    });
    child.on("exit", () => reject(new Error(`${argv.join(" ")} ended: ${told}`)));
  });
  return {
    url,
    async stop() {
      child.kill("SIGKILL");
      await child;
    },
  };
}

/** An environment with nothing of this machine's user. */
export async function bareEnv(): Promise<Record<string, string>> {
  return { HOME: await emptyHome(), PATH: usualPath().join(":") };
}

/** It is written in TypeScript, which only the newer node runs as it is. */
async function typescript(file: URL): Promise<[string, ...string[]]> {
  const { node } = await toolbox();
  return [node, fileURLToPath(file)];
}

async function python(major: 1 | 2): Promise<[string, ...string[]]> {
  return [await sdkPython(major), "-I", fileURLToPath(new URL("mcp_server.py", import.meta.url))];
}
