import type { Dial } from "../client/link.ts";
import { memoryDial } from "../client/memory-link.ts";
import { createVirtualClock } from "../kernel/virtual-clock.ts";
import { createMockServer } from "../network/mock-server.ts";
import type { FaultEvent } from "../proxy/events.ts";
import { sessionEvents } from "./session-events.ts";
import type { LocalStage, Stage } from "./stage.ts";

/** Server and relay in this process, on simulated time. */
export function memoryStage({ network, source, profile, seed }: LocalStage): Stage {
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
      events: sessionEvents({
        profile,
        rules: source.rules,
        seed,
        faults,
        atMs: clock.now(),
        requests: requests.count,
      }),
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
