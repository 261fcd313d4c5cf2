import type { Transport } from "@modelcontextprotocol/server";
import type { FaultSource } from "../faults/source.ts";
import type { VirtualClock } from "../kernel/virtual-clock.ts";
import type { FaultEvent } from "../proxy/events.ts";
import type { Dial } from "./link.ts";

/** A server that can be connected to in memory. */
export interface MemoryServer {
  /** Starts a session of its own on this transport; the state is the server's, not the session's. */
  connect(transport: Transport): Promise<void>;
}

/** Opens connections in memory, each through a carrier of faults if there is a source; time stands while the server works. */
export declare function memoryDial(
  server: MemoryServer,
  source: FaultSource | undefined,
  clock: VirtualClock,
  note: (event: FaultEvent) => void,
): Dial;
