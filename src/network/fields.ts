import { z } from "zod";

/** Fields that tools take and give. A description belongs to one meaning, so that a renamed field is known by it. */
export const siteId = z.string().describe("Id of the site, such as ams-1");
export const deviceId = z.string().describe("Id of the device, such as ams-1-core-1");
export const interfaceId = z.string().describe("Id of the interface, such as ams-1-core-1:xe-0/0/0");
export const windowId = z.string().describe("Id of the maintenance window, such as MW-2000");
export const incidentId = z.string().describe("Id of the incident, such as INC-7000");

export const role = z.enum(["core", "edge", "access"]).describe("What the device does in the network");
export const model = z.string().describe("Model of the device");
export const interfaceName = z.string().describe("Name of the interface on its device");
export const enabled = z.boolean().describe("Whether the interface is switched on");

export const startsAt = z.iso.datetime().describe("When the window begins, ISO 8601 in UTC");
export const endsAt = z.iso.datetime().describe("When the window ends, ISO 8601 in UTC");
export const summary = z.string().min(1).describe("What is to be done in the window");

export const severity = z.enum(["critical", "major", "minor"]).describe("How bad the incident is");
export const title = z.string().min(1).describe("What happened, in one line");

export const idempotencyKey = z
  .string()
  .min(1)
  .optional()
  .describe("A request with the same key and values is carried out once, however often it is sent");
