import { expect, test } from "vitest";
import { agentOn } from "../benchmark/support/one-mechanism.ts";

test("a connection on which nothing is answered any more is given up, and the next try goes over a new one", async () => {
  const hangs = await agentOn("resilient", (_call, reply, number) => {
    if (number === 1) hangs.server.mute();
    else reply.output({ name: "a", as_of: 1 });
  });
  expect(await hangs.caller.call("look", {})).toEqual({ name: "a", as_of: 1 });
  expect(hangs.server.dials).toBe(2);
  expect(hangs.outcomes()).toEqual(["timeout", "ok"]);
});

test("without it, every try goes over the same one", async () => {
  const hangs = await agentOn("resilient-no-reconnect", () => hangs.server.mute());
  await expect(hangs.caller.call("look", {})).rejects.toThrow("no response");
  expect(hangs.server.dials).toBe(1);
});

test("where the server still answers, only the one answer was lost: the connection stays", async () => {
  const { caller, server, outcomes } = await agentOn("resilient", (_call, reply, number) => {
    if (number > 1) reply.output({ name: "a", as_of: 1 });
  });
  await caller.call("look", {});
  expect(server.dials).toBe(1);
  expect(outcomes()).toEqual(["timeout", "ok"]);
});
