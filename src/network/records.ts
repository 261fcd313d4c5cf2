import { z } from "zod";
import { canonical } from "../kernel/canonical.ts";
import * as field from "./fields.ts";
import type { NetworkState } from "./state.ts";
import { found, networkTool, ToolRefusal } from "./tool.ts";
import { writtenTime } from "./world.ts";

const window = {
  window_id: field.windowId,
  site_id: field.siteId,
  starts_at: field.startsAt,
  ends_at: field.endsAt,
  summary: field.summary,
};

const incident = {
  incident_id: field.incidentId,
  site_id: field.siteId,
  device_id: field.deviceId,
  severity: field.severity,
  title: field.title,
  state: z.enum(["open", "resolved"]).describe("Whether somebody still has to see to it"),
};

/** Tools that read and make records: maintenance windows and incidents. */
export const records = [
  networkTool({
    name: "list_maintenance_windows",
    description: "Lists the maintenance windows of a site.",
    input: { site_id: field.siteId },
    output: { windows: z.array(z.object(window)).describe("The maintenance windows of the site") },
    run: ({ sites, windows }, { site_id }) => {
      found(sites, "site", site_id, (each) => each.site_id);
      return { windows: windows.filter((each) => each.site_id === site_id) };
    },
  }),
  networkTool({
    name: "create_maintenance_window",
    description: "Books a maintenance window at a site. Windows may overlap; look at the others first.",
    input: {
      site_id: field.siteId,
      starts_at: field.startsAt,
      ends_at: field.endsAt,
      summary: field.summary,
      idempotency_key: field.idempotencyKey,
    },
    output: window,
    write: true,
    run: (state, { idempotency_key, ...asked }) => {
      const { sites, windows } = state;
      found(sites, "site", asked.site_id, (each) => each.site_id);
      if (!(Date.parse(asked.starts_at) < Date.parse(asked.ends_at)))
        throw new ToolRefusal("ends_at must be later than starts_at");
      const id = once(state, idempotency_key, ["create_maintenance_window", asked], () => {
        const window_id = nextId(
          "MW",
          windows.map((each) => each.window_id),
        );
        windows.push({
          window_id,
          ...asked,
          starts_at: writtenTime(asked.starts_at),
          ends_at: writtenTime(asked.ends_at),
        });
        return window_id;
      });
      return found(windows, "maintenance window", id, (each) => each.window_id);
    },
  }),
  networkTool({
    name: "list_incidents",
    description: "Lists the incidents of a site, open and resolved.",
    input: { site_id: field.siteId },
    output: { incidents: z.array(z.object(incident)).describe("The incidents of the site") },
    run: ({ sites, incidents }, { site_id }) => {
      found(sites, "site", site_id, (each) => each.site_id);
      return { incidents: incidents.filter((each) => each.site_id === site_id) };
    },
  }),
  networkTool({
    name: "open_incident",
    description: "Opens an incident about a device; every request opens another one.",
    input: {
      device_id: field.deviceId,
      severity: field.severity,
      title: field.title,
      idempotency_key: field.idempotencyKey,
    },
    output: incident,
    write: true,
    run: (state, { idempotency_key, ...asked }) => {
      const { devices, incidents } = state;
      const { site_id } = found(devices, "device", asked.device_id, (each) => each.device_id);
      const id = once(state, idempotency_key, ["open_incident", asked], () => {
        const incident_id = nextId(
          "INC",
          incidents.map((each) => each.incident_id),
        );
        incidents.push({ incident_id, site_id, ...asked, state: "open" });
        return incident_id;
      });
      return found(incidents, "incident", id, (each) => each.incident_id);
    },
  }),
];

/** Makes a record, unless one has been made with this key. */
function once({ keys }: NetworkState, key: string | undefined, request: unknown, make: () => string): string {
  if (key === undefined) return make();
  const asked = canonical(request);
  const earlier = keys.find((each) => each.key === key);
  if (earlier === undefined) {
    const id = make();
    keys.push({ key, asked, id });
    return id;
  }
  if (earlier.asked !== asked) throw new ToolRefusal("this idempotency_key has been used for another request");
  return earlier.id;
}

function nextId(prefix: string, ids: readonly string[]): string {
  const numbers = ids.map((id) => Number(id.slice(prefix.length + 1)));
  return `${prefix}-${Math.max(...numbers) + 1}`;
}
