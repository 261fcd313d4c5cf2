import type { NetworkState } from "./network-state.ts";

/** One client's connection to the mock server: JSON-RPC messages as lines without their line ends. */
export interface ServerConnection {
  /** Takes a message of the client. Settles when every request in it has been answered. */
  receive(line: string): Promise<void>;
  close(): Promise<void>;
}

/** The network-operations server. It outlives connections: after a reset a client connects anew to the same network. */
export interface MockServer {
  /** @param send takes a message of the server, one line without its line end */
  connect(send: (line: string) => void): Promise<ServerConnection>;
  /** A copy of the state as it is now. */
  state(): NetworkState;
}

export declare function createMockServer(seed: number): MockServer;
