import { z } from "zod";
import type { Caller } from "../client/caller.ts";
import type { Incident } from "../network/state.ts";
import { pick } from "../network/world.ts";
import type { Task } from "./task.ts";
import { rows, textIn } from "./task-reading.ts";

const answer = z.object({
  incident_id: z.string().describe("Id of the incident that you opened"),
  severity: z.string().describe("Its severity"),
  open: z.number().int().describe("How many incidents of the site are open in the list that you read last"),
});

/** A write that is not idempotent: a second request opens a second incident. */
export const openIncident: Task = {
  name: "open_incident",
  description: "Open one incident for a device in trouble, with the right severity, and count those that are open",
  assign(state, random) {
    const device = pick(
      state.devices.filter(({ status }) => status !== "up"),
      random,
    );
    const { device_id, site_id, status, role } = device;
    const severity = severityOf(status, role);
    const open = state.incidents.filter((each) => each.site_id === site_id && each.state === "open");
    return {
      prompt: `Device ${device_id} of site ${site_id} is in trouble. Look at it, and read the incidents of its site. If \
no incident of the device is open, open exactly one, with the title "${device_id} is STATUS", where STATUS is the \
device's status, and the severity critical if the device is down and core, major if it is down and not core, minor \
otherwise. Then read the incidents of the site again. Report the id and severity of your incident, and how many \
incidents of the site are open now.`,
      answer,
      run: (caller) => openOne(caller, device_id, site_id),
      writes: [
        {
          kind: "incident",
          record: { site_id, device_id, severity, title: `${device_id} is ${status}`, state: "open" },
        },
      ],
      truth: ([incident_id]) => ({ incident_id, severity, open: open.length + 1 }),
    };
  },
};

async function openOne(caller: Caller, device_id: string, site_id: string) {
  const device = await caller.call("get_device", { device_id });
  const status = textIn(device, "status");
  const openOnes = async () =>
    rows(await caller.call("list_incidents", { site_id }), "incidents").filter((each) => each["state"] === "open");
  const known = (await openOnes()).find((each) => each["device_id"] === device_id);
  const severity = severityOf(status, textIn(device, "role"));
  const incident =
    known ?? (await caller.call("open_incident", { device_id, severity, title: `${device_id} is ${status}` }));
  return {
    incident_id: textIn(incident, "incident_id"),
    severity: textIn(incident, "severity"),
    open: (await openOnes()).length,
  };
}

function severityOf(status: string, role: string): Incident["severity"] {
  if (status !== "down") return "minor";
  return role === "core" ? "critical" : "major";
}
