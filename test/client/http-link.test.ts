import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { httpStage } from "../../src/benchmark/http-stage.ts";
import type { Attempt } from "../../src/client/attempt.ts";
import { type Client, connect } from "../../src/client/client.ts";
import { httpDial } from "../../src/client/http-link.ts";
import { createEngine } from "../../src/faults/engine.ts";
import { parseProfile } from "../../src/faults/profile.ts";
import { realClock } from "../../src/kernel/clock.ts";
import { makeNetwork } from "../../src/network/world.ts";

const list = (client: Client, timeoutMs = 5_000) =>
  client.attempt("list_sites", {}, { timeoutMs, call: 1, attempt: 1, write: false });

/** Lets a client list the sites twice over a real relay: the first time a fault acts, the second time none. */
async function twiceUnder(rule: string, { timeoutMs, looking }: { timeoutMs?: number; looking?: boolean } = {}) {
  const read = parseProfile(`name = "test"\n[[faults]]\ncalls = [1]\n${rule}`, "test.toml");
  if ("mistakes" in read) throw new Error(JSON.stringify(read.mistakes));
  const source = createEngine(read.profile, 1);
  const stage = await httpStage({ network: makeNetwork(1), source, profile: "test", seed: 1 });
  const attempts: Attempt[] = [];
  const client = await connect(stage.dial, stage.clock, (attempt) => attempts.push(attempt));
  try {
    const first = await list(client, timeoutMs).catch((failure) => failure);
    expect(await list(client)).toMatchObject({ sites: expect.any(Array) });
    if (looking) await client.listTools();
    await client.close();
    const { events } = await stage.outcome();
    return { client, first, outcomes: attempts.map(({ outcome }) => outcome), events };
  } finally {
    await client.close();
    await stage.close();
  }
}

test.each([
  ['kind = "expired_session"', "session_expired"],
  ['kind = "reset"', "disconnected"],
  ['kind = "cut"\nat = 0.5', "disconnected"],
  ['kind = "error"', "protocol_error"],
  ['kind = "error"\nmode = "tool"', "tool_error"],
  ['kind = "malformed"\nmodes = ["truncate"]', "malformed"],
  ['kind = "malformed"\nmodes = ["not_json"]', "malformed"],
  ['kind = "malformed"\nmodes = ["wrong_id"]', "malformed"],
  ['kind = "malformed"\nmodes = ["missing_result"]', "malformed"],
])("%s is told as %s, and the next request gets its answer", async (rule, outcome) => {
  const { outcomes, events } = await twiceUnder(rule);
  expect(outcomes).toEqual([outcome, "ok"]);
  expect(events.filter(({ event }) => event === "fault")).toMatchObject([{ target: "list_sites", landed: true }]);
});

test("a response that is lost ends in a timeout; a doubled one counts once", async () => {
  expect((await twiceUnder('kind = "timeout"', { timeoutMs: 100 })).outcomes).toEqual(["timeout", "ok"]);
  expect((await twiceUnder('kind = "duplicate"')).outcomes).toEqual(["ok", "ok"]);
});

test("a list of tools that has become longer by other names comes whole", async () => {
  const rules = 'kind = "schema_drift"\nrename_fields = { name = "the_name_of_the_city_where_the_site_is" }';
  const { client, outcomes } = await twiceUnder(rules, { looking: true });
  expect(outcomes).toEqual(["ok", "ok"]);
  const sites = client.tools.find(({ name }) => name === "list_sites");
  expect(JSON.stringify(sites?.outputSchema)).toContain("the_name_of_the_city");
});

test("only what the server no longer knows has surely not been carried out", async () => {
  expect((await twiceUnder('kind = "expired_session"')).first).toMatchObject({ mayHaveActed: false });
  expect((await twiceUnder('kind = "reset"')).first).toMatchObject({ mayHaveActed: true });
});

test("a request for which nobody waits any more is broken off", async () => {
  const seen: string[] = [];
  const server = createServer(async (request, response) => {
    const { method } = JSON.parse(Buffer.concat(await request.toArray()).toString());
    seen.push(method);
    if (method === "tools/call") response.once("close", () => seen.push("left"));
    else response.writeHead(202).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`);
  const link = await httpDial(url)({ message: () => undefined, lost: () => undefined, closed: () => undefined });
  link.send('{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"look"}}');
  await expect.poll(() => seen).toEqual(["tools/call"]);
  link.send('{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}');
  await expect.poll(() => seen.toSorted()).toEqual(["left", "notifications/cancelled", "tools/call"]);
  await link.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

test("an HTTP error without a response in it is a malformed answer; nobody there, a broken connection", async () => {
  const server = createServer((_request, response) => response.writeHead(503, { "Content-Type": "text/html" }).end());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`);
  const reach = () => connect(httpDial(url), realClock, () => undefined);
  await expect(reach()).rejects.toMatchObject({ outcome: "malformed", message: expect.stringContaining("503") });
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await expect(reach()).rejects.toMatchObject({ outcome: "disconnected" });
});
