import { McpServer, type Transport } from "@modelcontextprotocol/server";
import { reads } from "./reads.ts";
import { records } from "./records.ts";
import type { NetworkState } from "./state.ts";
import { type NetworkTool, ToolRefusal } from "./tool.ts";
import { makeNetwork } from "./world.ts";

/** The network-operations server. It outlives connections: after a reset a client connects anew to the same network. */
export interface MockServer {
  /** Starts a session of its own on this transport. */
  connect(transport: Transport): Promise<void>;
  /** A server for one client, not yet connected. */
  session(): McpServer;
  /** A copy of the state as it is now. */
  state(): NetworkState;
}

/**
 * A network with an MCP server in front of it, on the official SDK.
 *
 * @param start a seed, or the state to go on from, which is not touched
 * @param answered told of the state after every tool call
 */
export function createMockServer(start: number | NetworkState, answered?: (state: NetworkState) => void): MockServer {
  const state = typeof start === "number" ? makeNetwork(start) : structuredClone(start);
  const session = () => {
    const server = new McpServer({ name: "network-operations", version: "1.0.0" }, { capabilities: { tools: {} } });
    for (const tool of [...reads, ...records]) register(server, tool, state, answered);
    return server;
  };
  return { connect: (transport) => session().connect(transport), session, state: () => structuredClone(state) };
}

function register(server: McpServer, tool: NetworkTool, state: NetworkState, answered?: (state: NetworkState) => void) {
  const { name, description, input, output, write } = tool;
  const annotations = { readOnlyHint: !write, destructiveHint: false, idempotentHint: !write, openWorldHint: false };
  server.registerTool(
    name,
    { description, inputSchema: input, outputSchema: output, annotations },
    (args: Record<string, unknown>) => {
      try {
        const text = JSON.stringify(tool.run(state, args));
        // Read back: what is answered must not change with the network while it is on its way.
        return { structuredContent: JSON.parse(text), content: [{ type: "text" as const, text }] };
      } catch (error) {
        if (!(error instanceof ToolRefusal)) throw error;
        return { isError: true, content: [{ type: "text" as const, text: error.message }] };
      } finally {
        answered?.(state);
      }
    },
  );
}
