import { z } from "zod";
import * as field from "./fields.ts";
import type { Device, Interface, Site } from "./state.ts";
import { found, networkTool } from "./tool.ts";

const site = {
  site_id: field.siteId,
  name: z.string().describe("City of the site"),
  region: z.string().describe("Region: emea, amer or apac"),
  tier: z.number().int().describe("Importance, 1 is the highest"),
};

const siteIdOf = (each: Site) => each.site_id;
const deviceIdOf = (each: Device) => each.device_id;
const interfaceIdOf = (each: Interface) => each.interface_id;

export const reads = [
  networkTool({
    name: "list_sites",
    description: "Lists all sites of the network.",
    input: {},
    output: { sites: z.array(z.object(site)).describe("The sites") },
    run: ({ sites }) => ({ sites }),
  }),
  networkTool({
    name: "get_site",
    description: "Gives one site.",
    input: { site_id: field.siteId },
    output: site,
    run: ({ sites }, { site_id }) => found(sites, "site", site_id, siteIdOf),
  }),
  networkTool({
    name: "list_devices",
    description: "Lists the devices of a site, without their condition; get_device tells that.",
    input: { site_id: field.siteId },
    output: {
      devices: z
        .array(z.object({ device_id: field.deviceId, role: field.role, model: field.model }))
        .describe("The devices of the site"),
    },
    run: ({ sites, devices }, { site_id }) => {
      found(sites, "site", site_id, siteIdOf);
      const ours = devices.filter((device) => device.site_id === site_id);
      return { devices: ours.map(({ device_id, role, model }) => ({ device_id, role, model })) };
    },
  }),
  networkTool({
    name: "get_device",
    description: "Looks at a device now and gives its condition. Devices come and go: look twice before acting on one.",
    input: { device_id: field.deviceId },
    output: {
      device_id: field.deviceId,
      site_id: field.siteId,
      role: field.role,
      model: field.model,
      cpu_percent: z.number().describe("Processor load in percent"),
      status: z.enum(["up", "degraded", "down"]).describe("Condition of the device at this moment"),
    },
    run: ({ devices }, { device_id }) => {
      const device = found(devices, "device", device_id, deviceIdOf);
      device.readings += 1;
      const { flapping, readings, status, ...rest } = device;
      return { ...rest, status: flapping && readings === 1 ? "down" : status };
    },
  }),
  networkTool({
    name: "list_interfaces",
    description: "Lists the interfaces of a device, without their counters; get_interface gives those.",
    input: { device_id: field.deviceId },
    output: {
      interfaces: z
        .array(z.object({ interface_id: field.interfaceId, name: field.interfaceName, enabled: field.enabled }))
        .describe("The interfaces of the device"),
    },
    run: ({ devices, interfaces }, { device_id }) => {
      found(devices, "device", device_id, deviceIdOf);
      const ours = interfaces.filter((each) => each.device_id === device_id);
      return { interfaces: ours.map(({ interface_id, name, enabled }) => ({ interface_id, name, enabled })) };
    },
  }),
  networkTool({
    name: "get_interface",
    description: "Reads an interface now: its load, and its error counter, which never goes down.",
    input: { interface_id: field.interfaceId },
    output: {
      interface_id: field.interfaceId,
      device_id: field.deviceId,
      name: field.interfaceName,
      enabled: field.enabled,
      speed_mbps: z.number().describe("Speed in Mbit/s"),
      utilization_percent: z.number().describe("Share of its speed that the interface carries, in percent"),
      input_errors: z.number().int().describe("Frames received with errors since the device started"),
    },
    run: ({ interfaces }, { interface_id }) => {
      const each = found(interfaces, "interface", interface_id, interfaceIdOf);
      each.readings += 1;
      const { errors_per_reading, readings, input_errors, ...rest } = each;
      return { ...rest, input_errors: input_errors + readings * errors_per_reading };
    },
  }),
];
