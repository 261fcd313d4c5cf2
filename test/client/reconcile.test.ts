import { expect, test } from "vitest";
import { agentOn } from "../benchmark/support/one-mechanism.ts";
import { type Reply, type Sent, TOOLS } from "../benchmark/support/scripted-server.ts";

const [look, ...others] = TOOLS;

/** The tools, once the one that looks has other arguments and fields. */
function changed(properties: Record<string, unknown>, fields?: Record<string, unknown>) {
  const inputSchema = { type: "object", properties };
  return [{ ...look, inputSchema, ...(fields && { outputSchema: { type: "object", properties: fields } }) }, ...others];
}

const site = { type: "string", description: "Id of the site" };
const name = { type: "string", description: "Name" };
const as_of = { type: "integer", description: "Revision" };

/** A server whose tool takes only `argument` and gives the site's name as `field`. */
function serverWith(argument: string, field: string) {
  let revision = 0;
  return ({ params }: Sent, reply: Reply) => {
    revision += 1;
    const given = params?.arguments?.[argument];
    if (given === undefined) reply.error(-32_602, `Invalid arguments: missing ${argument}`);
    else reply.output({ [field]: given, as_of: revision });
  };
}

/** The list of tools as it is at first, and later. */
function listThen(later: readonly unknown[]) {
  let asked = 0;
  return () => {
    asked += 1;
    return asked === 1 ? TOOLS : later;
  };
}

test("an argument that is refused under its old name is sent under the new one, from then on at once", async () => {
  const tools = listThen(changed({ site }));
  const { caller, server, outcomes } = await agentOn("resilient", serverWith("site", "name"), tools);
  expect(await caller.call("look", { site_id: "a" })).toEqual({ name: "a", as_of: 2 });
  expect(await caller.call("look", { site_id: "b" })).toEqual({ name: "b", as_of: 3 });
  expect(outcomes()).toEqual(["protocol_error", "ok", "ok"]);
  expect(server.sent.filter(({ method }) => method === "tools/list")).toHaveLength(2);
});

test("a field of a result that has a new name gets the old one back, without asking for the result again", async () => {
  const tools = listThen(changed({ site_id: site }, { title: name, as_of }));
  const { caller, server, outcomes } = await agentOn("resilient", serverWith("site_id", "title"), tools);
  expect(await caller.call("look", { site_id: "a" })).toEqual({ name: "a", as_of: 1 });
  expect(await caller.call("look", { site_id: "b" })).toEqual({ name: "b", as_of: 2 });
  expect(outcomes()).toEqual(["ok", "ok"]);
  expect(server.sent.filter(({ method }) => method === "tools/list")).toHaveLength(2);
});

test("after the server has said that its tools have changed, the first call is right", async () => {
  const tools = listThen(changed({ site }));
  const { caller, server, outcomes } = await agentOn("resilient", serverWith("site", "name"), tools);
  server.say('{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}');
  await caller.call("look", { site_id: "a" });
  expect(outcomes()).toEqual(["ok"]);
});

test("where two new arguments fit it fails at once and says so", async () => {
  const tools = listThen(changed({ site, place: site }));
  const { caller, outcomes } = await agentOn("resilient", serverWith("site", "name"), tools);
  await expect(caller.call("look", { site_id: "a" })).rejects.toThrow(
    /look no longer has site_id, and it is not clear/,
  );
  expect(outcomes()).toEqual(["protocol_error"]);
});

test("where two new fields of the result fit it fails at once and says so", async () => {
  const tools = listThen(changed({ site_id: site }, { title: name, label: name, as_of }));
  const { caller, outcomes } = await agentOn("resilient", serverWith("site_id", "title"), tools);
  await expect(caller.call("look", { site_id: "a" })).rejects.toThrow(/look no longer has name, and it is not clear/);
  expect(outcomes()).toEqual(["invalid_output"]);
});

test("arguments that are refused though nothing has changed are told as they were refused", async () => {
  const { caller, outcomes } = await agentOn("resilient", (_call, reply) => reply.error(-32_602, "Unknown site"));
  await expect(caller.call("look", { site_id: "a" })).rejects.toThrow(/^Unknown site$/);
  expect(outcomes()).toEqual(["protocol_error"]);
});

test("a list that cannot be had leaves the refusal as it was", async () => {
  let asked = 0;
  const tools = () => {
    asked += 1;
    return asked === 1 ? TOOLS : [{ broken: true }];
  };
  const { caller } = await agentOn("resilient", serverWith("site", "name"), tools);
  await expect(caller.call("look", { site_id: "a" })).rejects.toThrow(/^Invalid arguments: missing site$/);
});

test("without the mechanism a new name is the end", async () => {
  const tools = listThen(changed({ site }));
  const { caller } = await agentOn("resilient-no-reconcile", serverWith("site", "name"), tools);
  await expect(caller.call("look", { site_id: "a" })).rejects.toThrow("Invalid arguments");
});
