import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { assignmentOf } from "../../src/benchmark/session.ts";
import { TASK_NAMES, taskNamed } from "../../src/benchmark/tasks.ts";
import type { Caller } from "../../src/client/caller.ts";
import { randomFor } from "../../src/kernel/random.ts";
import { reads } from "../../src/network/reads.ts";
import { records } from "../../src/network/records.ts";
import type { NetworkState } from "../../src/network/state.ts";
import { makeNetwork } from "../../src/network/world.ts";

const seeds = fc.integer({ min: 0, max: 2 ** 31 - 1 });

describe.each([...TASK_NAMES])("%s", (name) => {
  test("done with tools that never fail gives the truth and leaves what is expected, in every network", async () => {
    await fc.assert(
      fc.asyncProperty(seeds, async (seed) => {
        const { network, assignment } = assignmentOf(name, seed);
        const state = structuredClone(network);
        const answer = await assignment.run(callerOf(state));
        const made = [
          ...state.windows.slice(network.windows.length),
          ...state.incidents.slice(network.incidents.length),
        ];
        const ids = made.map((record) => ("window_id" in record ? record.window_id : record.incident_id));
        expect(answer).toEqual(assignment.truth(ids));
        expect(made).toMatchObject(assignment.writes.map(({ record }) => record));
        expect(assignment.answer.parse(answer)).toEqual(answer);
      }),
      { numRuns: 30 },
    );
  });

  test("reads answers more than once, so that a stale one can be met", async () => {
    const { network, assignment } = assignmentOf(name, 3);
    const asked: string[] = [];
    const caller = callerOf(structuredClone(network), (tool, args) => asked.push(JSON.stringify([tool, args])));
    await assignment.run(caller);
    expect(new Set(asked).size).toBeLessThan(asked.length);
  });

  test("what a model is told has the subject in it, and a shape for the answer with a word on each field", () => {
    const { network, assignment } = assignmentOf(name, 3);
    const ids = [...network.sites.map((each) => each.site_id), ...network.devices.map((each) => each.device_id)];
    expect(ids.some((id) => assignment.prompt.includes(id))).toBe(true);
    const { properties, required } = z.toJSONSchema(assignment.answer);
    expect(required).toEqual(Object.keys(properties ?? {}));
    for (const field of Object.values(properties ?? {})) expect(field).toHaveProperty("description");
  });

  test("the first failure is told only when no call is going on any more", async () => {
    const { network, assignment } = assignmentOf(name, 3);
    const server = callerOf(structuredClone(network));
    let open = 0;
    let calls = 0;
    const caller: Caller = {
      call: async (tool, args) => {
        calls += 1;
        const fails = calls === 2;
        open += 1;
        if (!fails) await new Promise(setImmediate);
        open -= 1;
        if (fails) throw new Error("second call");
        return server.call(tool, args);
      },
    };
    await expect(assignment.run(caller)).rejects.toThrow("second call");
    expect(open).toBe(0);
  });
});

describe("the truth, in networks made by hand", () => {
  test("site_triage: a device that only seemed down is up; core goes before edge before access, then the alphabet", () => {
    const network = makeNetwork(1);
    const site_id = "ams-1";
    const usual = { site_id, model: "m", cpu_percent: 1, flapping: false, readings: 0 };
    network.sites = [{ site_id, name: "n", region: "r", tier: 1 }];
    network.devices = [
      { ...usual, device_id: "a-access", role: "access", status: "down" },
      { ...usual, device_id: "c-edge", role: "edge", status: "down" },
      { ...usual, device_id: "b-edge", role: "edge", status: "down" },
      { ...usual, device_id: "d-core", role: "core", status: "up", flapping: true },
      { ...usual, device_id: "e-core", role: "core", status: "degraded" },
      { ...usual, device_id: "f-core", site_id: "fra-1", role: "core", status: "down" },
    ];
    expect(truthOf("site_triage", network)).toEqual({
      down: ["a-access", "c-edge", "b-edge"],
      degraded: ["e-core"],
      healthy: 1,
      first: "b-edge",
    });
  });

  test("interface_check: thresholds belong to the upper side, and what is switched off does not count", () => {
    const network = makeNetwork(1);
    const [device] = network.devices;
    if (!device) throw new Error("no device");
    const { device_id } = device;
    network.devices = [device];
    const usual = { device_id, name: "n", enabled: true, speed_mbps: 1, input_errors: 9, readings: 0 };
    network.interfaces = [
      { ...usual, interface_id: "i1", utilization_percent: 80, errors_per_reading: 50 },
      { ...usual, interface_id: "i2", utilization_percent: 79.9, errors_per_reading: 49 },
      { ...usual, interface_id: "i3", utilization_percent: 99, errors_per_reading: 99, enabled: false },
      { ...usual, interface_id: "i4", utilization_percent: 99, errors_per_reading: 99, device_id: "other" },
    ];
    expect(truthOf("interface_check", network)).toEqual({ saturated: ["i1"], failing: ["i1"] });
  });

  test("maintenance_roundtrip: the earliest gap that is long enough; touching is no overlap; other sites do not matter", () => {
    const network = makeNetwork(1);
    const [site] = network.sites;
    if (!site) throw new Error("no site");
    network.sites = [site];
    const at = (from: string, to: string, site_id = site.site_id) => ({
      window_id: from,
      site_id,
      starts_at: `2026-03-02T${from}:00Z`,
      ends_at: `2026-03-02T${to}:00Z`,
      summary: "s",
    });
    // Gaps of half an hour, then from 02:30 on one of three hours.
    network.windows = [
      at("00:30", "01:00"),
      at("05:30", "06:00"),
      at("01:30", "02:30"),
      at("03:00", "05:00", "other-1"),
    ];
    for (let seed = 0; seed < 10; seed += 1) {
      const { writes } = taskNamed("maintenance_roundtrip").assign(network, randomFor(seed));
      const [write] = writes;
      if (write?.kind !== "window") throw new Error("the task books a window");
      expect(write.record.starts_at).toBe("2026-03-02T02:30:00Z");
      const minutes = (Date.parse(write.record.ends_at) - Date.parse(write.record.starts_at)) / 60_000;
      expect([60, 90, 120]).toContain(minutes);
      const { prompt } = taskNamed("maintenance_roundtrip").assign(network, randomFor(seed));
      expect(prompt).toContain(`of ${minutes} minutes at site ${site.site_id}`);
    }
    expect(truthOf("maintenance_roundtrip", network)).toMatchObject({ listed: true, windows: 4 });
  });

  test.each([
    ["down", "core", "critical"],
    ["down", "edge", "major"],
    ["down", "access", "major"],
    ["degraded", "core", "minor"],
  ] as const)("open_incident: a device that is %s and %s is %s", (status, role, severity) => {
    const network = makeNetwork(1);
    const [device] = network.devices;
    if (!device) throw new Error("no device");
    network.devices = [{ ...device, status, role }];
    network.incidents = network.incidents.filter((each) => each.site_id === device.site_id);
    const open = network.incidents.filter(({ state }) => state === "open").length;
    const { writes, truth } = taskNamed("open_incident").assign(network, randomFor(1));
    const { site_id, device_id } = device;
    expect(writes).toEqual([
      {
        kind: "incident",
        record: { site_id, device_id, severity, title: `${device_id} is ${status}`, state: "open" },
      },
    ]);
    expect(truth(["INC-1"])).toEqual({ incident_id: "INC-1", severity, open: open + 1 });
  });
});

test("an unknown task is refused with the names of those that there are", () => {
  expect(() => taskNamed("site_triag")).toThrow("no task site_triag: there are site_triage, ");
});

function truthOf(name: string, network: NetworkState): unknown {
  return taskNamed(name).assign(network, randomFor(1)).truth(["W-1"]);
}

/** The tools themselves, without a protocol. */
function callerOf(state: NetworkState, tell?: (tool: string, args: Record<string, unknown>) => void): Caller {
  return {
    call: async (name, args) => {
      tell?.(name, args);
      const tool = [...reads, ...records].find((each) => each.name === name);
      if (!tool) throw new Error(`no tool ${name}`);
      return structuredClone(tool.run(state, tool.input.parse(args)));
    },
  };
}
