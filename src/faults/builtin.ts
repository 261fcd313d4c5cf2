/** The profiles that `bench` runs by default, the control first. */
export const BENCH_PROFILES = [
  "control",
  "timeout",
  "latency",
  "error",
  "malformed",
  "schema_drift",
  "stale",
  "mixed",
] as const;

/** The profiles that come with Faultline, by the names of their files in templates/profiles. */
export const BUILT_IN_PROFILES = [...BENCH_PROFILES, "wire", "outage", "frozen"] as const;
