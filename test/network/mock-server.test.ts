import { Client, InMemoryTransport } from "@modelcontextprotocol/client";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { leaksIn } from "../../src/faults/leaks.ts";
import { createMockServer, type MockServer } from "../../src/network/mock-server.ts";
import { makeNetwork } from "../../src/network/world.ts";

const start = makeNetwork(11);
const site_id = start.sites[0]?.site_id ?? "";
const [device] = start.devices;
const device_id = device?.device_id ?? "";

let server: MockServer;
let client: Client;

beforeEach(async () => {
  server = createMockServer(11);
  client = await connectTo(server);
});

afterEach(() => client.close());

describe("the mock server to an official client", () => {
  test("lists tools whose every field has a type, a description, and in results a place in the schema", async () => {
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      "list_sites",
      "get_site",
      "list_devices",
      "get_device",
      "list_interfaces",
      "get_interface",
      "list_maintenance_windows",
      "create_maintenance_window",
      "list_incidents",
      "open_incident",
    ]);
    for (const { name, inputSchema, outputSchema } of tools) {
      for (const [field, schema] of [...fieldsOf(inputSchema), ...fieldsOf(outputSchema)]) {
        expect(schema, `${name}.${field}`).toMatchObject({ type: expect.any(String), description: expect.any(String) });
      }
      expect(outputSchema?.required, name).toContain("as_of");
    }
    expect(tools.filter(({ annotations }) => !annotations?.readOnlyHint).map(({ name }) => name)).toEqual([
      "create_maintenance_window",
      "open_incident",
    ]);
  });

  test("no field's description stands for two things, so that a renamed field is known by it", async () => {
    const meaning = new Map<string, string>();
    for (const { inputSchema, outputSchema } of (await client.listTools()).tools) {
      for (const [field, schema] of [...fieldsOf(inputSchema), ...fieldsOf(outputSchema)]) {
        const { description } = schema as { description: string };
        expect(meaning.get(description) ?? field).toBe(field);
        meaning.set(description, field);
      }
    }
  });

  test("says nowhere that it is none of a real network", async () => {
    const { tools } = await client.listTools();
    const said = JSON.stringify([tools, client.getServerVersion(), client.getInstructions(), server.state()]);
    expect(leaksIn(said)).toEqual([]);
  });

  test("gives the same as structure and as text", async () => {
    const { structuredContent, content } = await client.callTool({ name: "list_devices", arguments: { site_id } });
    expect(content).toEqual([{ type: "text", text: JSON.stringify(structuredContent) }]);
  });

  test("stamps every answer with a higher revision than all before it", async () => {
    const revisions: unknown[] = [];
    for (const name of ["list_sites", "list_devices", "list_devices", "list_incidents"]) {
      revisions.push((await call(name, name === "list_sites" ? {} : { site_id }))["as_of"]);
    }
    const first = start.revision;
    expect(revisions).toEqual([first + 1, first + 2, first + 3, first + 4]);
  });

  test("a revision goes up for calls that come together, too", async () => {
    const results = await Promise.all([1, 2, 3].map(() => call("get_device", { device_id })));
    expect(new Set(results.map((result) => result["as_of"])).size).toBe(3);
  });

  test("a device that only seemed down is up from the second look on", async () => {
    const flapping = start.devices.find((each) => each.flapping)?.device_id;
    const looks = [1, 2, 3].map(() => call("get_device", { device_id: flapping }));
    expect((await Promise.all(looks)).map(({ status }) => status)).toEqual(["down", "up", "up"]);
  });

  test("an error counter grows by the same from one reading to the next", async () => {
    const failing = start.interfaces.find((each) => each.errors_per_reading >= 50);
    const read = () => call("get_interface", { interface_id: failing?.interface_id });
    const [one, two, three] = [await read(), await read(), await read()].map((each) => Number(each["input_errors"]));
    expect([Number(two) - Number(one), Number(three) - Number(two)]).toEqual([
      failing?.errors_per_reading,
      failing?.errors_per_reading,
    ]);
  });

  test.each([
    ["get_site", { site_id: "xyz-9" }, "site xyz-9 does not exist"],
    ["list_devices", { site_id: "xyz-9" }, "site xyz-9 does not exist"],
    ["get_device", { device_id: "x" }, "device x does not exist"],
    ["get_interface", { interface_id: "x" }, "interface x does not exist"],
    ["open_incident", { device_id: "x", severity: "minor", title: "t" }, "device x does not exist"],
    ["open_incident", { device_id, severity: "bad", title: "t" }, "Invalid arguments"],
    ["get_device", {}, "Invalid arguments"],
    ["create_maintenance_window", { ...windowAt("02:00", "01:00") }, "ends_at must be later than starts_at"],
    ["create_maintenance_window", { ...windowAt("01:00", "01:00") }, "ends_at must be later than starts_at"],
    ["create_maintenance_window", { ...windowAt("01:00", "02:00"), starts_at: "soon" }, "Invalid arguments"],
  ])("%s %j is refused with the reason, and nothing is made", async (name, args, reason) => {
    const result = await client.callTool({ name, arguments: args });
    expect(result.isError).toBe(true);
    expect(JSON.stringify(result.content)).toContain(reason);
    expect(server.state()).toMatchObject({ windows: start.windows, incidents: start.incidents });
  });
});

describe("writes", () => {
  const incident = { device_id, severity: "minor", title: "fan is loud" };

  test("a record that was made is in the list, and in the state", async () => {
    const made = await call("create_maintenance_window", windowAt("20:00", "21:30"));
    const { as_of: _, ...record } = made;
    expect((await call("list_maintenance_windows", { site_id }))["windows"]).toContainEqual(record);
    expect(server.state().windows).toEqual([...start.windows, record]);
  });

  test("times are kept in one way of writing, however they were given", async () => {
    const given = { ...windowAt("20:00", "21:30"), starts_at: "2026-03-02T20:00:00.000Z" };
    expect(await call("create_maintenance_window", given)).toMatchObject(windowAt("20:00", "21:30"));
  });

  test("a request that is sent twice makes two records", async () => {
    const [one, two] = [await call("open_incident", incident), await call("open_incident", incident)];
    expect(one["incident_id"]).not.toBe(two["incident_id"]);
    expect(server.state().incidents).toHaveLength(start.incidents.length + 2);
  });

  test("with a key it makes one, and gives that each time, with the revision of each answer", async () => {
    const keyed = { ...incident, idempotency_key: "k1" };
    const { as_of: first, ...one } = await call("open_incident", keyed);
    const { as_of: second, ...two } = await call("open_incident", keyed);
    expect(two).toEqual(one);
    expect(Number(second)).toBeGreaterThan(Number(first));
    expect(server.state().incidents).toHaveLength(start.incidents.length + 1);
  });

  test("a key that is used for something else is refused", async () => {
    await call("open_incident", { ...incident, idempotency_key: "k1" });
    const other = { ...incident, title: "fan is louder", idempotency_key: "k1" };
    expect(await client.callTool({ name: "open_incident", arguments: other })).toMatchObject({ isError: true });
    expect(server.state().incidents).toHaveLength(start.incidents.length + 1);
  });

  test.each(["__proto__", "constructor", "toString"])("%s is a key like any other", async (idempotency_key) => {
    const keyed = { ...incident, idempotency_key };
    const one = await call("open_incident", keyed);
    const two = await call("open_incident", keyed);
    expect(two["incident_id"]).toBe(one["incident_id"]);
    expect(server.state().incidents).toHaveLength(start.incidents.length + 1);
  });

  test("another connection sees the same network, and a state can be gone on from", async () => {
    const made = await call("open_incident", incident);
    const next = createMockServer(server.state());
    for (const each of [server, next]) {
      const other = await connectTo(each);
      const { structuredContent } = await other.callTool({ name: "list_incidents", arguments: { site_id } });
      expect(JSON.stringify(structuredContent)).toContain(String(made["incident_id"]));
      await other.close();
    }
    expect(start).toEqual(makeNetwork(11));
  });
});

async function connectTo(network: MockServer): Promise<Client> {
  const [near, far] = InMemoryTransport.createLinkedPair();
  await network.connect(far);
  const connected = new Client({ name: "operator", version: "1" });
  await connected.connect(near);
  return connected;
}

async function call(name: string, args: Record<string, unknown>): Promise<Record<string, unknown>> {
  const result = await client.callTool({ name, arguments: args });
  expect(result.isError, JSON.stringify(result.content)).toBeFalsy();
  return result.structuredContent as Record<string, unknown>;
}

function windowAt(from: string, to: string) {
  return { site_id, starts_at: `2026-03-02T${from}:00Z`, ends_at: `2026-03-02T${to}:00Z`, summary: "Clean fans" };
}

/** Fields at every depth. */
function fieldsOf(schema: unknown): [string, unknown][] {
  const { properties = {}, items } = (schema ?? {}) as { properties?: Record<string, unknown>; items?: unknown };
  const own = Object.entries(properties);
  return [...own, ...own.flatMap(([, each]) => fieldsOf(each)), ...(items ? fieldsOf(items) : [])];
}
