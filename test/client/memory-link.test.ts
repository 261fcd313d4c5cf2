import type { Transport } from "@modelcontextprotocol/server";
import { expect, test } from "vitest";
import { connect } from "../../src/client/client.ts";
import { pause } from "../../src/client/mechanism.ts";
import { memoryDial } from "../../src/client/memory-link.ts";
import { createEngine } from "../../src/faults/engine.ts";
import { parseProfile } from "../../src/faults/profile.ts";
import { createVirtualClock } from "../../src/kernel/virtual-clock.ts";
import { createMockServer } from "../../src/network/mock-server.ts";
import type { FaultEvent } from "../../src/proxy/events.ts";

const NO_FAULTS = createEngine({ name: "none", description: "", seed: 1, rules: [] });

async function setUp(rules: string) {
  const read = parseProfile(`name = "test"\n${rules}`, "test.toml");
  if ("mistakes" in read) throw new Error(JSON.stringify(read.mistakes));
  const clock = createVirtualClock();
  const server = createMockServer(1);
  const events: FaultEvent[] = [];
  const dial = memoryDial(server, createEngine(read.profile, 1), clock, (event) => events.push(event));
  const client = await connect(dial, clock, () => undefined);
  const list = (timeoutMs = 1_000) =>
    client.attempt("list_sites", {}, { timeoutMs, call: 1, attempt: 1, write: false });
  return { client, clock, server, events, list };
}

test("without faults a session takes no time at all", async () => {
  const { clock, list, server } = await setUp("");
  expect(await list()).toMatchObject({ sites: expect.any(Array), as_of: server.state().revision });
  expect(clock.now()).toBe(0);
});

test("what a fault takes passes on simulated time", async () => {
  const { clock, list, events } = await setUp('[[faults]]\nkind = "latency"\ndelay_s = 40');
  await list(60_000);
  expect(clock.now()).toBe(40_000);
  expect(events).toMatchObject([{ kind: "latency", target: "list_sites", landed: true }]);
});

test("after a reset the next request finds the same network over a new connection", async () => {
  const { list, server } = await setUp('[[faults]]\nkind = "reset"\ncalls = [1]');
  await expect(list()).rejects.toMatchObject({ outcome: "disconnected" });
  const { revision } = server.state();
  expect(revision).toBeGreaterThan(0);
  expect(await list()).toMatchObject({ as_of: revision + 1 });
});

test("an outage goes on over a new connection, and ends when it must", async () => {
  const rules = '[[faults]]\nkind = "reset"\noutage = { after_s = 0, for_s = 20 }';
  const { clock, list, events } = await setUp(rules);
  for (const at of [0, 15_000]) {
    await pause(clock, at - clock.now());
    await expect(list()).rejects.toMatchObject({ outcome: "disconnected" });
  }
  await pause(clock, 5_000);
  expect(await list()).toMatchObject({ sites: expect.any(Array) });
  expect(events.map(({ atMs }) => atMs)).toEqual([0, 15_000]);
});

test("the beginning of a message is no message when the connection breaks behind it", async () => {
  const { list } = await setUp('[[faults]]\nkind = "cut"\nat = 0.5\ncalls = [1]');
  await expect(list()).rejects.toMatchObject({ outcome: "disconnected" });
  expect(await list()).toMatchObject({ sites: expect.any(Array) });
});

test("a fault that still holds a response back when the client goes is noted then", async () => {
  const { client, list, events } = await setUp('[[faults]]\nkind = "late"\nhold_s = 60');
  await expect(list(1_000)).rejects.toMatchObject({ outcome: "timeout" });
  expect(events).toEqual([]);
  await client.close();
  expect(events).toMatchObject([{ kind: "late", landed: true }]);
});

test("time stands while the server works", async () => {
  const clock = createVirtualClock();
  const connectSlowly = async (transport: Transport) => {
    transport.onmessage = (message) => {
      if (!("id" in message) || !("method" in message)) return;
      const result = message.method === "tools/list" ? { tools: [] } : { content: [], structuredContent: {} };
      setTimeout(() => transport.send({ jsonrpc: "2.0", id: message.id, result }), 10);
    };
  };
  const dial = memoryDial({ connect: connectSlowly }, NO_FAULTS, clock, () => undefined);
  const client = await connect(dial, clock, () => undefined);
  await client.attempt("list_sites", {}, { timeoutMs: 1, call: 1, attempt: 1, write: false });
  expect(clock.now()).toBe(0);
});
