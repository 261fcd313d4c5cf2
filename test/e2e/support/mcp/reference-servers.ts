import { fileURLToPath } from "node:url";
import type { Reach } from "./peer.ts";
import { bareEnv, type PeerServer, startServer } from "./peer-servers.ts";
import { toolbox } from "./toolbox.ts";

type Stdio = Extract<Reach, { stdio: unknown }>;

/** `@modelcontextprotocol/server-everything` for one client. */
export async function everythingOnStdio(): Promise<Stdio> {
  return { stdio: [process.execPath, (await toolbox()).everything, "stdio"], env: await bareEnv() };
}

/** The same over Streamable HTTP, with sessions and streams that can be resumed. */
export async function startEverything(): Promise<PeerServer> {
  const { everything } = await toolbox();
  const loopback = fileURLToPath(new URL("on-loopback.mjs", import.meta.url));
  return startServer([process.execPath, "--import", loopback, everything, "streamableHttp"], await bareEnv());
}

/** `@modelcontextprotocol/server-filesystem`, which may touch what is in one folder. */
export async function filesystemOnStdio(folder: string): Promise<Stdio> {
  return { stdio: [process.execPath, (await toolbox()).filesystem, folder], env: await bareEnv() };
}
