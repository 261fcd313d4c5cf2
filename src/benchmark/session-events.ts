import { EVENTS_VERSION, type Event, type FaultEvent } from "../proxy/events.ts";

export interface SessionFaults {
  /** Name of the profile, its rules, and the seed of the session. */
  profile: string;
  rules: readonly string[];
  seed: number;
  faults: readonly FaultEvent[];
  atMs: number;
  requests: number;
}

/** The events of a session that played in this process, as an events file has them. */
export function sessionEvents({ profile, rules, seed, faults, atMs, requests }: SessionFaults): Event[] {
  const landed = faults.filter((fault) => fault.landed).length;
  return [
    { v: EVENTS_VERSION, event: "start", profile, seed, rules: [...rules] },
    ...faults,
    { v: EVENTS_VERSION, event: "end", atMs, requests, faults: landed },
  ];
}
