import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { BENCH_PROFILES, BUILT_IN_PROFILES } from "../../src/faults/builtin.ts";
import { createEngine } from "../../src/faults/engine.ts";
import { errorReply } from "../../src/faults/error.ts";
import { leaksIn } from "../../src/faults/leaks.ts";
import { corrupt } from "../../src/faults/malformed.ts";
import { parseProfile } from "../../src/faults/profile.ts";
import { driftRequest, driftResult, LIST_CHANGED } from "../../src/faults/schema-drift.ts";
import { NO_SESSION } from "../../src/proxy/http-session.ts";

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
    "testId",
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

  test("nothing that any fault puts into a message of its own tells of itself", () => {
    const clean = Buffer.from('{"jsonrpc":"2.0","id":1,"result":{"structuredContent":{"status":"up"}}}');
    const call = Buffer.from('{"id":1,"method":"tools/call","params":{"name":"get_site","arguments":{"site_id":1}}}');
    const written = profiles.flatMap((profile) => {
      const source = createEngine(profile);
      return Array.from({ length: 300 }, (_, index) => {
        const request = { method: "tools/call", target: `get_${index % 3}`, atMs: index, earlier: 1 };
        const { decision, drift } = source.decide(request);
        const fault = decision?.fault;
        const refused = drift && driftRequest(call, drift);
        return [
          fault?.kind === "error" ? JSON.stringify(errorReply(1, fault, request.method)) : "",
          fault?.kind === "malformed" ? corrupt(clean, fault).toString() : "",
          refused && "refusal" in refused ? refused.refusal : "",
          drift ? driftResult(clean, drift).toString() : "",
        ];
      }).flat();
    });
    expect(new Set(written).size).toBeGreaterThan(10);
    expect([...written, String(NO_SESSION), String(LIST_CHANGED)].flatMap(leaksIn)).toEqual([]);
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
