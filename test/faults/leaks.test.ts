import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { BENCH_PROFILES, BUILT_IN_PROFILES } from "../../src/faults/builtin.ts";
import { leaksIn } from "../../src/faults/leaks.ts";
import { parseProfile } from "../../src/faults/profile.ts";

const profiles = BUILT_IN_PROFILES.map((name) => {
  const read = parseProfile(readFileSync(`templates/profiles/${name}.toml`, "utf8"), name);
  if ("mistakes" in read) throw new Error(JSON.stringify(read.mistakes));
  return read.profile;
});

describe("wording that gives it away", () => {
  test.each([
    "Injected fault",
    "this failure was simulated",
    "fault injection",
    "Faultline refused",
    "chaos monkey",
    "502 from proxy",
    "test_mode",
    "Synthetic error",
    "mock failure",
    "fake result",
    "artificially delayed",
  ])("%s", (text) => {
    expect(leaksIn(text)).not.toEqual([]);
  });

  test.each([
    "Internal error",
    "Request failed with status code 503",
    "the latest contest in the default region",
    "approximately 3 attempts",
    "Invalid arguments for tool get_site: missing required argument 'site'",
  ])("not %s", (text) => {
    expect(leaksIn(text)).toEqual([]);
  });

  test("no built-in profile says or renames anything that tells of itself", () => {
    const said = profiles.flatMap(({ rules }) =>
      rules.flatMap(({ effect }) => {
        if (effect.kind === "error") return [effect.message];
        if (effect.kind !== "schema_drift") return [];
        return [...Object.values(effect.renameArgs), ...Object.values(effect.renameFields)];
      }),
    );
    expect(said.length).toBeGreaterThan(5);
    expect(said.flatMap(leaksIn)).toEqual([]);
  });
});

describe("built-in profiles", () => {
  test("are the files of templates/profiles, by their names", () => {
    expect(readdirSync("templates/profiles").toSorted()).toEqual(
      BUILT_IN_PROFILES.map((name) => `${name}.toml`).toSorted(),
    );
    expect(profiles.map(({ name }) => name)).toEqual([...BUILT_IN_PROFILES]);
    expect(profiles.filter(({ description }) => description === "")).toEqual([]);
    expect(new Set(profiles.map(({ seed }) => seed)).size).toBe(profiles.length);
  });

  test("every kind of fault is in one of them, and the control has none", () => {
    const kinds = new Set(profiles.flatMap(({ rules }) => rules.map(({ effect }) => effect.kind)));
    expect([...kinds].toSorted()).toEqual(
      ["timeout", "latency", "error", "malformed", "schema_drift", "stale", "hang", "reset", "cut"]
        .concat(["duplicate", "reorder", "late", "lost_cancellation", "expired_session"])
        .toSorted(),
    );
    expect(profiles.filter(({ rules }) => rules.length === 0).map(({ name }) => name)).toEqual(["control"]);
    expect(BENCH_PROFILES.length).toBe(8);
  });
});
