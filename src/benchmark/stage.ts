import type { Dial } from "../client/link.ts";
import type { FaultSource } from "../faults/source.ts";
import type { Clock } from "../kernel/clock.ts";
import type { NetworkState } from "../network/state.ts";
import type { Event } from "../proxy/events.ts";

/** Where a session plays: a server behind a relay, and the time. */
export interface Stage {
  clock: Clock;
  dial: Dial;
  /** Time stands while that goes on, where the time is simulated. */
  during<T>(promise: Promise<T>): Promise<T>;
  /** What is left when the client has gone. */
  outcome(): Promise<{ after: NetworkState; events: Event[] }>;
  close(): Promise<void>;
}

/** What a stage in this process is made of. */
export interface LocalStage {
  network: NetworkState;
  source: FaultSource;
  /** Name of the profile, and the seed of the session: for the events. */
  profile: string;
  seed: number;
}
