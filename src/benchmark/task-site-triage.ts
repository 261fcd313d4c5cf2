import { z } from "zod";
import type { Caller, ToolOutput } from "../client/caller.ts";
import type { Device } from "../network/state.ts";
import { pick } from "../network/world.ts";
import type { Task } from "./task.ts";
import { idList, rows, textIn, together } from "./task-reading.ts";

const answer = z.object({
  down: idList("Ids of the devices that are down"),
  degraded: idList("Ids of the devices that are degraded"),
  healthy: z.number().int().describe("How many devices are up"),
  first: z.string().describe("Id of the device to see to first"),
});

/** Reads that fan out over the devices of a site, and a second look at those that were down. */
export const siteTriage: Task = {
  name: "site_triage",
  description: "Look at every device of a site, twice at those that are down, and say where to begin",
  assign(state, random) {
    const { site_id } = pick(state.sites, random);
    const devices = state.devices.filter((device) => device.site_id === site_id);
    return {
      prompt: `Triage site ${site_id}. Look at each of its devices. Devices come and go: look a second time at each one \
that is down, and only the second look counts. Report the ids of the devices that are down, the ids of those that are \
degraded, how many are up, and which device to see to first: one that is down (core before edge before access, then the \
id that comes first in the alphabet).`,
      answer,
      run: (caller) => triage(caller, site_id),
      writes: [],
      truth: () => reported(devices),
    };
  },
};

async function triage(caller: Caller, site_id: string) {
  const listed = rows(await caller.call("list_devices", { site_id }), "devices");
  const look = (device: ToolOutput) => caller.call("get_device", { device_id: textIn(device, "device_id") });
  const seen = await together(listed.map(look));
  const settled = await together(
    seen.map((device) => (device["status"] === "down" ? look(device) : Promise.resolve(device))),
  );
  return reported(settled);
}

/** One way to report both what an agent saw and what is so. */
function reported(devices: readonly (Device | ToolOutput)[]) {
  const all = devices.map((device: ToolOutput) => ({
    id: textIn(device, "device_id"),
    status: textIn(device, "status"),
    rank: ["core", "edge", "access"].indexOf(textIn(device, "role")),
  }));
  const down = all.filter(({ status }) => status === "down");
  const [first] = down.toSorted((one, other) => one.rank - other.rank || (one.id < other.id ? -1 : 1));
  return {
    down: down.map(({ id }) => id),
    degraded: all.filter(({ status }) => status === "degraded").map(({ id }) => id),
    healthy: all.filter(({ status }) => status === "up").length,
    first: first?.id ?? "",
  };
}
