import { type Random, randomFor } from "../kernel/random.ts";
import type { Device, Incident, Interface, MaintenanceWindow, NetworkState, Site } from "./state.ts";

const CITIES = [
  ["ams", "Amsterdam", "emea"],
  ["fra", "Frankfurt", "emea"],
  ["jnb", "Johannesburg", "emea"],
  ["gru", "São Paulo", "amer"],
  ["ord", "Chicago", "amer"],
  ["yul", "Montréal", "amer"],
  ["sin", "Singapore", "apac"],
  ["nrt", "Tokyo", "apac"],
] as const;

const MODELS = { core: ["MX480", "ASR-9906"], edge: ["MX204", "ISR-4461"], access: ["EX3400", "C9300"] } as const;
const SITES = 4;
/** Midnight of the day that all windows are on. */
const DAY = Date.UTC(2026, 2, 2);
export const HALF_HOUR_MS = 30 * 60_000;

/** The network that belongs to a seed. Every site has something of all that tasks look for. */
export function makeNetwork(seed: number): NetworkState {
  const random = randomFor(seed, "network");
  const sites = shuffled(CITIES, random).slice(0, SITES).map(makeSite(random));
  const devices = sites.flatMap((site) => devicesOf(site, random));
  return {
    v: 1,
    seed,
    revision: 1000 + random.below(9000),
    sites,
    devices,
    interfaces: devices.flatMap((device) => interfacesOf(device, random)),
    windows: sites.flatMap((site, at) => windowsOf(site, 2000 + at * 10, random)),
    incidents: sites.flatMap((site, at) => incidentsOf(site, devices, 7000 + at * 10, random)),
    keys: [],
  };
}

/** The moment that is so many half hours into the day. */
export function halfHour(index: number): string {
  return writtenTime(DAY + index * HALF_HOUR_MS);
}

/** The one way in which the network writes a moment, whatever fraction of a second it was given with. */
export function writtenTime(moment: string | number): string {
  return new Date(moment).toISOString().replace(".000Z", "Z");
}

function makeSite(random: Random) {
  return ([code, name, region]: (typeof CITIES)[number]): Site => ({
    site_id: `${code}-${1 + random.below(3)}`,
    name,
    region,
    tier: 1 + random.below(3),
  });
}

/** One device of each site is down, one only seemed so, one is degraded or up, one is up. */
function devicesOf({ site_id }: Site, random: Random): Device[] {
  const roles = shuffled(["core", "edge", "edge", "access"] as const, random);
  const conditions = ["down", "flapping", random.below(2) === 0 ? "up" : "degraded", "up"] as const;
  const counts = { core: 0, edge: 0, access: 0 };
  const devices = conditions.map((condition, at): Device => {
    const role = roles[at] ?? "access";
    counts[role] += 1;
    return {
      device_id: `${site_id}-${role}-${counts[role]}`,
      site_id,
      role,
      model: pick(MODELS[role], random),
      cpu_percent: condition === "degraded" ? 90 + random.below(10) : 5 + random.below(60),
      status: condition === "flapping" ? "up" : condition,
      flapping: condition === "flapping",
      readings: 0,
    };
  });
  return devices.toSorted((one, other) => (one.device_id < other.device_id ? -1 : 1));
}

/** Each device has an interface that is too full, one that takes errors, and one that is fine or switched off. */
function interfacesOf({ device_id }: Device, random: Random): Interface[] {
  const kinds = shuffled(["full", "failing", random.below(2) === 0 ? "fine" : "off"] as const, random);
  return kinds.map((kind, at): Interface => {
    const name = `xe-0/0/${at}`;
    return {
      interface_id: `${device_id}:${name}`,
      device_id,
      name,
      enabled: kind !== "off",
      speed_mbps: pick([1000, 10_000, 40_000], random),
      // Exactly on the threshold now and then, and just below it.
      utilization_percent:
        kind === "full" ? pick([80, 81.5, 93.2, 99.9], random) : pick([0.4, 37.1, 62.8, 79.9], random),
      input_errors: 100 + random.below(10_000),
      errors_per_reading: kind === "failing" ? 50 + random.below(400) : random.below(2),
      readings: 0,
    };
  });
}

/** Two windows with gaps before, between and behind them. */
function windowsOf({ site_id }: Site, number: number, random: Random): MaintenanceWindow[] {
  const first = 2 + random.below(3);
  const second = first + 4 + random.below(4);
  const summaries = shuffled(["Replace fan tray", "Upgrade firmware", "Check power feed B"], random);
  return [first, second].map((start, at) => ({
    window_id: `MW-${number + at}`,
    site_id,
    starts_at: halfHour(start),
    ends_at: halfHour(start + 1 + random.below(3)),
    summary: summaries[at] ?? "",
  }));
}

/** One incident that is still open, of the device that only seemed to be down, and one that is done with. */
function incidentsOf({ site_id }: Site, all: readonly Device[], number: number, random: Random): Incident[] {
  const devices = all.filter((device) => device.site_id === site_id);
  const open = devices.find((device) => device.flapping);
  const done = devices.find((device) => device.status === "down");
  const incidents = [
    { device: done, state: "resolved" as const, title: "power supply failed" },
    { device: open, state: "open" as const, title: "unreachable for a moment" },
  ];
  return incidents.flatMap(({ device, state, title }, at) =>
    device
      ? {
          incident_id: `INC-${number + at}`,
          site_id,
          device_id: device.device_id,
          severity: pick(["critical", "major", "minor"] as const, random),
          title: `${device.device_id}: ${title}`,
          state,
        }
      : [],
  );
}

/** One of them. */
export function pick<T>(items: readonly T[], random: Random): T {
  const item = items[random.below(items.length)];
  if (item === undefined) throw new RangeError("nothing to pick from");
  return item;
}

function shuffled<T>(items: readonly T[], random: Random): T[] {
  const left = [...items];
  return items.flatMap(() => left.splice(random.below(left.length), 1));
}
