import { expect, test } from "vitest";
import { agentOn } from "../benchmark/support/one-mechanism.ts";
import type { Sent } from "../benchmark/support/scripted-server.ts";

const keysOf = (sent: readonly Sent[]) =>
  sent.filter(({ method }) => method === "tools/call").map(({ params }) => params?.arguments?.["idempotency_key"]);

test("all tries of a write carry one key, other writes another", async () => {
  const { caller, server } = await agentOn("resilient", (_call, reply, number) => {
    if (number === 1) reply.error(-32_603, "Internal error");
    else reply.output({});
  });
  await caller.call("book", { site_id: "a" });
  await caller.call("book", { site_id: "a" });
  const [first, again, other] = keysOf(server.sent);
  expect(first).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{8}){3}$/);
  expect(again).toBe(first);
  expect(other).not.toBe(first);
});

test("what only reads carries none", async () => {
  const { caller, server } = await agentOn("resilient", (_call, reply) => reply.output({ name: "a", as_of: 1 }));
  await caller.call("look", {});
  expect(keysOf(server.sent)).toEqual([undefined]);
});

test("a write to a tool that takes no key is not repeated where it may have been carried out", async () => {
  const { caller, outcomes } = await agentOn("resilient", () => undefined);
  await expect(caller.call("mail", { to: "b" })).rejects.toThrow(/no response .*; not repeated, since it may have/);
  expect(outcomes()).toEqual(["timeout"]);
});

test("a write that was surely not carried out is told as it was refused", async () => {
  const { caller } = await agentOn("resilient", (_call, reply) => reply.error(-32_602, "Unknown address"));
  await expect(caller.call("mail", { to: "b" })).rejects.toThrow(/^Unknown address$/);
});

test("without the mechanism a write is repeated blindly", async () => {
  const { caller, server } = await agentOn("resilient-no-idempotency", (_call, reply, number) => {
    if (number > 1) reply.output({});
  });
  await caller.call("mail", { to: "b" });
  expect(keysOf(server.sent)).toEqual([undefined, undefined]);
});
