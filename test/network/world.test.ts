import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { NetworkState } from "../../src/network/state.ts";
import { makeNetwork } from "../../src/network/world.ts";

const seeds = fc.integer({ min: 0, max: 2 ** 31 - 1 });

describe("the network of a seed", () => {
  test("is the same every time, and another one for another seed", () => {
    expect(makeNetwork(7)).toEqual(makeNetwork(7));
    expect(makeNetwork(7)).not.toEqual(makeNetwork(8));
  });

  test("survives being written to a file and read back", () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const network = makeNetwork(seed);
        expect(NetworkState.parse(JSON.parse(JSON.stringify(network)))).toEqual(network);
      }),
      { numRuns: 50 },
    );
  });

  test("has no id twice, and nothing that belongs to a site or device that is not there", () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const { sites, devices, interfaces, windows, incidents } = makeNetwork(seed);
        const siteIds = sites.map((site) => site.site_id);
        const deviceIds = devices.map((device) => device.device_id);
        for (const ids of [
          siteIds,
          deviceIds,
          interfaces.map((each) => each.interface_id),
          windows.map((each) => each.window_id),
          incidents.map((each) => each.incident_id),
        ]) {
          expect(new Set(ids).size).toBe(ids.length);
        }
        for (const { site_id } of [...devices, ...windows, ...incidents]) expect(siteIds).toContain(site_id);
        for (const { device_id } of [...interfaces, ...incidents]) expect(deviceIds).toContain(device_id);
      }),
      { numRuns: 50 },
    );
  });

  test("has at every site what tasks look for, so that no mistake can go unseen", () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const { sites, devices, interfaces } = makeNetwork(seed);
        for (const { site_id } of sites) {
          const ours = devices.filter((device) => device.site_id === site_id);
          expect(ours.filter(({ status }) => status === "down")).toHaveLength(1);
          expect(ours.filter(({ flapping }) => flapping)).toMatchObject([{ status: "up" }]);
        }
        for (const { device_id } of devices) {
          const on = interfaces.filter((each) => each.device_id === device_id && each.enabled);
          expect(on.filter((each) => each.utilization_percent >= 80)).toHaveLength(1);
          expect(on.filter((each) => each.errors_per_reading >= 50)).toHaveLength(1);
        }
      }),
      { numRuns: 50 },
    );
  });
});
