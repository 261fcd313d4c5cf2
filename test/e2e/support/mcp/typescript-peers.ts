import { Client, type ClientOptions, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { Client as OldClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as OldStdio } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport as OldHttp } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Transport as OldTransport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { ANSWER, calledOf, type Peer, type Reach, type ToolResult } from "./peer.ts";

const identity = { name: "faultline-e2e", version: "1.0.0" };

/** Package `@modelcontextprotocol/client`, 2.x, in one of the protocol's eras. */
export async function newTypeScriptPeer(reach: Reach, era: "2025-11-25" | "2026-07-28"): Promise<Peer> {
  const client = await connectClient(reach, era);
  return {
    version: client.getNegotiatedProtocolVersion(),
    tools: async () => (await client.listTools()).tools.map(({ name }) => name),
    async call(name, input) {
      const progress: string[] = [];
      const onprogress = ({ message }: { message?: string | undefined }) => void progress.push(message ?? "");
      return calledOf(await client.callTool({ name, arguments: input }, { onprogress }), progress);
    },
    resources: async () => (await client.listResources()).resources.map(({ uri }) => uri),
    read: async (uri) => textOf((await client.readResource({ uri })).contents),
    close: () => client.close(),
  };
}

/**
 * The client itself, for what a peer does not offer.
 *
 * @param prepare told of the client before it connects
 */
export async function connectClient(
  reach: Reach,
  era: "2025-11-25" | "2026-07-28",
  prepare: (client: Client) => void = () => undefined,
  options: ClientOptions = {},
): Promise<Client> {
  const mode = era === "2026-07-28" ? { pin: era } : "legacy";
  const capabilities = { elicitation: { form: {} } };
  const client = new Client(identity, { capabilities, versionNegotiation: { mode }, ...options });
  client.setRequestHandler("elicitation/create", () => ANSWER);
  prepare(client);
  await client.connect(
    "url" in reach
      ? new StreamableHTTPClientTransport(new URL(reach.url), { requestInit: { headers: headersOf(reach.token) } })
      : new StdioClientTransport({ command: reach.stdio[0], args: reach.stdio.slice(1), env: reach.env }),
  );
  return client;
}

/** Package `@modelcontextprotocol/sdk`, 1.x, which knows the era up to 2025-11-25. */
export async function oldTypeScriptPeer(reach: Reach): Promise<Peer> {
  const client = new OldClient(identity, { capabilities: { elicitation: { form: {} } } });
  client.setRequestHandler(ElicitRequestSchema, () => ANSWER);
  const transport =
    "url" in reach
      ? new OldHttp(new URL(reach.url), { requestInit: { headers: headersOf(reach.token) } })
      : new OldStdio({ command: reach.stdio[0], args: reach.stdio.slice(1), env: reach.env });
  // Its types do without exactOptionalPropertyTypes.
  await client.connect(transport as OldTransport);
  return {
    version: transport instanceof OldHttp ? transport.protocolVersion : undefined,
    tools: async () => (await client.listTools()).tools.map(({ name }) => name),
    async call(name, input) {
      const progress: string[] = [];
      const onprogress = ({ message }: { message?: string | undefined }) => void progress.push(message ?? "");
      return calledOf(
        (await client.callTool({ name, arguments: input }, undefined, { onprogress })) as ToolResult,
        progress,
      );
    },
    resources: async () => (await client.listResources()).resources.map(({ uri }) => uri),
    read: async (uri) => textOf((await client.readResource({ uri })).contents),
    close: () => client.close(),
  };
}

function headersOf(token: string): Record<string, string> {
  return { Authorization: `Bearer ${token}` };
}

function textOf(contents: readonly object[]): string {
  const [first] = contents;
  return first && "text" in first ? String(first.text) : "";
}
