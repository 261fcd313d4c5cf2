/** A client that does no more with an answer than take it and see which request it belongs to. */
export interface Connection {
  /** Calls the server's tool and waits for its answer of so many bytes and a little more. */
  call(bytes: number): Promise<void>;
  close(): Promise<void>;
}

/** A request as it goes over the wire. */
export function requestOf(id: number, bytes: number): string {
  return JSON.stringify({ jsonrpc: "2.0", id, method: "tools/call", params: { name: "text", arguments: { bytes } } });
}

export const INITIALIZE = JSON.stringify({
  jsonrpc: "2.0",
  id: 0,
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "measure", version: "1" } },
});
