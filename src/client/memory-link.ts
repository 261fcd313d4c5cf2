import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/server";
import type { FaultSource } from "../faults/source.ts";
import type { VirtualClock } from "../kernel/virtual-clock.ts";
import type { MockServer } from "../network/mock-server.ts";
import { type Carrier, carry } from "../proxy/carry.ts";
import type { FaultEvent } from "../proxy/events.ts";
import { lineSplitter } from "./line-splitter.ts";
import type { Dial } from "./link.ts";

/**
 * Opens connections to a server in memory, each through a carrier of the source's faults. Time stands while the server
 * works, so that only faults and the client's own waiting take any.
 *
 * @param note told of each fault, as by `carry`
 */
export function memoryDial(
  server: Pick<MockServer, "connect">,
  source: FaultSource,
  clock: VirtualClock,
  note: (event: FaultEvent) => void,
): Dial {
  const began = clock.now();
  return async (listener) => {
    let carrier: Carrier | undefined;
    let open = true;
    const toClient = lineSplitter(listener.message);
    const transport = serverEnd(clock, (message) => open && carrier?.fromServer(toLine(message)));
    await server.connect(transport);
    const end = async () => {
      open = false;
      carrier?.close();
      await transport.close();
    };
    const reset = () => {
      if (!open) return;
      void end();
      listener.closed("the connection was reset");
    };
    const wire = { clock, toClient, toServer: (bytes: Buffer) => transport.receive(bytes), reset };
    carrier = carry(source, wire, note, began);
    return { send: (message) => open && carrier?.fromClient(Buffer.from(`${message}\n`)), close: end };
  };
}

interface ServerEnd extends Transport {
  receive(bytes: Buffer): void;
}

/** The transport that the server is given. Time stands from each request that reaches it until it has answered. */
function serverEnd(clock: VirtualClock, send: (message: JSONRPCMessage) => void): ServerEnd {
  const working = new Map<unknown, () => void>();
  const release = (id: unknown) => {
    working.get(id)?.();
    working.delete(id);
  };
  return {
    start: async () => undefined,
    receive(bytes) {
      const message: JSONRPCMessage = JSON.parse(bytes.toString());
      if ("method" in message && "id" in message) working.set(message.id, clock.hold());
      if ("method" in message && message.method === "notifications/cancelled") release(message.params?.["requestId"]);
      this.onmessage?.(message);
    },
    send: async (message) => {
      send(message);
      if (!("method" in message)) release(message.id);
    },
    async close() {
      for (const id of [...working.keys()]) release(id);
      this.onclose?.();
    },
  };
}

function toLine(message: JSONRPCMessage): Buffer {
  return Buffer.from(`${JSON.stringify(message)}\n`);
}
