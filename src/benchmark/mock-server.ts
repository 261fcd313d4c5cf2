import type { Transport } from "@modelcontextprotocol/server";
import type { NetworkState } from "./network-state.ts";

/** The network-operations server. It outlives connections: after a reset a client connects anew to the same network. */
export interface MockServer {
  /** Starts a session of its own on this transport. */
  connect(transport: Transport): Promise<void>;
  /** A copy of the state as it is now. */
  state(): NetworkState;
}

/** @param start a seed, or the state to go on from */
export declare function createMockServer(
  start: number | NetworkState,
  answered?: (state: NetworkState) => void,
): MockServer;
