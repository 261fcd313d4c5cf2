import type { FaultSource } from "../faults/source.ts";
import { createVirtualClock } from "../kernel/virtual-clock.ts";
import { EVENTS_VERSION, type FaultEvent } from "../proxy/events.ts";
import type { Dial } from "./link.ts";
import { memoryDial } from "./memory-link.ts";
import { createMockServer } from "./mock-server.ts";
import type { NetworkState } from "./network-state.ts";
import type { Stage } from "./stage.ts";

export interface MemoryStageOptions {
  network: NetworkState;
  source: FaultSource;
  /** Name of the profile, and the seed of the session: for the events. */
  profile: string;
  seed: number;
}

/** Server and relay in this process, on simulated time. */
export function memoryStage({ network, source, profile, seed }: MemoryStageOptions): Stage {
  const clock = createVirtualClock();
  const server = createMockServer(network);
  const faults: FaultEvent[] = [];
  const requests = { count: 0 };
  const dial = memoryDial(server, source, clock, (event) => faults.push(event));
  return {
    clock,
    dial: counting(dial, requests),
    during: clock.during,
    close: async () => undefined,
    outcome: async () => ({
      after: server.state(),
      events: [
        { v: EVENTS_VERSION, event: "start", profile, seed, rules: [...source.rules] },
        ...faults,
        {
          v: EVENTS_VERSION,
          event: "end",
          atMs: clock.now(),
          requests: requests.count,
          faults: faults.filter(({ landed }) => landed).length,
        },
      ],
    }),
  };
}

/** Counts the requests of the client; the server of this stage has none of its own. */
function counting(dial: Dial, requests: { count: number }): Dial {
  return async (listener) => {
    const link = await dial(listener);
    const send = (message: string) => {
      if ("id" in JSON.parse(message)) requests.count += 1;
      link.send(message);
    };
    return { ...link, send };
  };
}
