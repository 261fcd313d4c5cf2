import { z } from "zod";

/** Everything that the mock network-operations server knows. Plain data, so that it can be saved, compared and judged. */
const Site = z.object({
  site_id: z.string(),
  name: z.string(),
  region: z.string(),
  /** 1: most important. */
  tier: z.number(),
});

const Device = z.object({
  device_id: z.string(),
  site_id: z.string(),
  role: z.enum(["core", "edge", "access"]),
  model: z.string(),
  cpu_percent: z.number(),
  status: z.enum(["up", "degraded", "down"]),
  /** It was down when it was first looked at, and is up (`status`) from the second time on. */
  flapping: z.boolean(),
  /** How often it has been looked at. */
  readings: z.number(),
});

const Interface = z.object({
  interface_id: z.string(),
  device_id: z.string(),
  name: z.string(),
  enabled: z.boolean(),
  speed_mbps: z.number(),
  utilization_percent: z.number(),
  /** The counter before the first reading, and by how much it grows from one reading to the next. */
  input_errors: z.number(),
  errors_per_reading: z.number(),
  readings: z.number(),
});

const MaintenanceWindow = z.object({
  window_id: z.string(),
  site_id: z.string(),
  /** ISO 8601, UTC, whole minutes. */
  starts_at: z.string(),
  ends_at: z.string(),
  summary: z.string(),
});

const Incident = z.object({
  incident_id: z.string(),
  site_id: z.string(),
  device_id: z.string(),
  severity: z.enum(["critical", "major", "minor"]),
  title: z.string(),
  state: z.enum(["open", "resolved"]),
});

export const NetworkState = z.object({
  v: z.literal(1),
  seed: z.number(),
  /** Grows by one with every answer, so each answer has a higher one than all before it. */
  revision: z.number(),
  sites: z.array(Site),
  devices: z.array(Device),
  interfaces: z.array(Interface),
  windows: z.array(MaintenanceWindow),
  incidents: z.array(Incident),
  /** Idempotency keys, each with what was asked with it (tool and arguments) and the id of what that made. */
  keys: z.array(z.object({ key: z.string(), asked: z.string(), id: z.string() })),
});

export type Site = z.infer<typeof Site>;
export type Device = z.infer<typeof Device>;
export type Interface = z.infer<typeof Interface>;
export type MaintenanceWindow = z.infer<typeof MaintenanceWindow>;
export type Incident = z.infer<typeof Incident>;
export type NetworkState = z.infer<typeof NetworkState>;
