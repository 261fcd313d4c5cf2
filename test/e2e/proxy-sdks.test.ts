import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Peer, Reach } from "./support/mcp/peer.ts";
import { type PeerServer, peerOnStdio, SERVERS, type ServerName, startPeer } from "./support/mcp/peer-servers.ts";
import { faults, type HttpProxy, startHttpProxy, throughProxy } from "./support/mcp/proxy.ts";
import { pythonPeer } from "./support/mcp/python-peer.ts";
import { newTypeScriptPeer, oldTypeScriptPeer } from "./support/mcp/typescript-peers.ts";

const OLD = "2025-11-25";
const NEW = "2026-07-28";
const [TS1, TS2, PY1, PY2] = SERVERS;
const TEXT = 'Grüße, 世界 🌍 \u2028 "in quotes" \\ \n and a second line';

/** Clients, the servers that each speaks to on standard input and output (made for it alone), and those over HTTP. */
const clients: [string, string, (reach: Reach) => Promise<Peer>, ServerName[], ServerName[]][] = [
  [TS1, OLD, oldTypeScriptPeer, [TS1, PY2], SERVERS],
  [TS2, OLD, (reach) => newTypeScriptPeer(reach, OLD), [TS2, PY1], SERVERS],
  [TS2, NEW, (reach) => newTypeScriptPeer(reach, NEW), [TS2, PY2], [TS2, PY2]],
  [PY1, OLD, (reach) => pythonPeer(reach, 1, OLD), [PY1, TS2], SERVERS],
  [PY2, OLD, (reach) => pythonPeer(reach, 2, OLD), [PY2, TS1], SERVERS],
  [PY2, NEW, (reach) => pythonPeer(reach, 2, NEW), [PY2, TS2], [TS2, PY2]],
];

const started = new Map<ServerName, { server: PeerServer; proxy: HttpProxy }>();

beforeAll(async () => {
  for (const name of SERVERS) {
    const server = await startPeer(name);
    started.set(name, { server, proxy: await startHttpProxy(server.url, await faults()) });
  }
});

afterAll(async () => {
  for (const { server, proxy } of started.values()) {
    await server.stop();
    expect(await proxy.stop()).toMatchObject({ exitCode: 0 });
  }
});

describe.each(clients)(
  "a client of %s, %s, hears the same through the proxy as without it",
  (_, era, connect, onStdio, overHttp) => {
    it.each(onStdio)("from a server of %s on standard input and output", async (name) => {
      const direct = await peerOnStdio(name);
      const proxied = throughProxy(direct, await faults());
      const [heard, expected] = await Promise.all([everything(connect, proxied), everything(connect, direct)]);
      expect(heard).toEqual(expected);
      expect([era, undefined]).toContain(heard["version"]);
    });

    it.each(overHttp)("from a server of %s over Streamable HTTP", async (name) => {
      const { server, proxy } = started.get(name) as { server: PeerServer; proxy: HttpProxy };
      const direct = { url: server.url, token: "none" };
      const [heard, expected] = await Promise.all([everything(connect, proxy.reach), everything(connect, direct)]);
      expect(heard).toEqual(expected);
      expect(heard["version"]).toBe(era);
    });
  },
);

/** Uses all that the servers have: results, errors, progress, a question to the user, lists and resources. */
async function everything(connect: (reach: Reach) => Promise<Peer>, reach: Reach): Promise<Record<string, unknown>> {
  const peer = await connect(reach);
  try {
    const said = await peer.call("say", { text: TEXT });
    expect(said.structured).toEqual({ text: TEXT });
    const counted = await peer.call("count", { to: 3 });
    expect(counted.progress).toEqual(["number 1", "number 2", "number 3"]);
    const asked = await peer.call("ask", { question: "Where to?" });
    expect(asked.text).toBe("the user says EU");
    const refused = await peer.call("refuse", {});
    expect(refused).toMatchObject({ isError: true, text: "not today" });
    const told = {
      tools: await peer.tools(),
      resources: await peer.resources(),
      read: await peer.read("notes://today"),
    };
    return { version: peer.version, said, counted, asked, refused, ...told };
  } finally {
    await peer.close();
  }
}
