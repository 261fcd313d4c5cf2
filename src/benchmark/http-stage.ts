import { httpDial } from "../client/http-link.ts";
import type { FaultSource } from "../faults/source.ts";
import { realClock } from "../kernel/clock.ts";
import { serveNetworkOverHttp } from "../network/http.ts";
import { createMockServer } from "../network/mock-server.ts";
import type { FaultEvent } from "../proxy/events.ts";
import { relayHttp } from "../proxy/http-relay.ts";
import { sessionEvents } from "./session-events.ts";
import type { LocalStage, Stage } from "./stage.ts";

/**
 * Server and relay in this process, with real connections of Streamable HTTP between client, relay and server, on real
 * time.
 */
export async function httpStage({ network, source, profile, seed }: LocalStage): Promise<Stage> {
  const server = createMockServer(network);
  const upstream = await serveNetworkOverHttp(server);
  const faults: FaultEvent[] = [];
  const began = realClock.now();
  const relay = await startRelay(upstream.url, source, (event) => faults.push(event));
  return {
    clock: realClock,
    dial: httpDial(new URL(relay.url)),
    during: (promise) => promise,
    outcome: async () => {
      const { requests } = await relay.end();
      const atMs = realClock.now() - began;
      return {
        after: server.state(),
        events: sessionEvents({ profile, rules: source.rules, seed, faults, atMs, requests }),
      };
    },
    close: async () => {
      await relay.end();
      await upstream.close();
    },
  };
}

async function startRelay(upstream: URL, source: FaultSource, note: (event: FaultEvent) => void) {
  const stop = new AbortController();
  let relaying: ReturnType<typeof relayHttp> | undefined;
  const url = await new Promise<string>((resolve, reject) => {
    const address = { host: "127.0.0.1", port: 0 };
    relaying = relayHttp({
      upstream,
      address,
      source,
      note,
      tell: () => undefined,
      signal: stop.signal,
      onListening: resolve,
    });
    relaying.catch(reject);
  });
  const end = async () => {
    stop.abort();
    return (await relaying) ?? { requests: 0, faults: 0 };
  };
  return { url, end };
}
