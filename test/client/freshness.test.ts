import { expect, test } from "vitest";
import { agentOn } from "../benchmark/support/one-mechanism.ts";

const looked = (as_of: number) => ({ name: `at ${as_of}`, as_of });

test("a result as old as one that was already there is not taken, and asked for again", async () => {
  const revisions = [7, 7, 6, 8];
  const { caller, outcomes } = await agentOn("resilient", (_call, reply, number) =>
    reply.output(looked(revisions[number - 1] ?? 0)),
  );
  expect(await caller.call("look", {})).toEqual(looked(7));
  expect(await caller.call("look", {})).toEqual(looked(8));
  expect(outcomes()).toEqual(["ok", "stale", "stale", "ok"]);
});

test("what was written counts as seen", async () => {
  const { caller, outcomes } = await agentOn("resilient", ({ params }, reply, number) =>
    reply.output(params?.name === "book" ? { as_of: 5 } : looked(number === 2 ? 4 : 6)),
  );
  await caller.call("book", {});
  expect(await caller.call("look", {})).toEqual(looked(6));
  expect(outcomes()).toEqual(["ok", "stale", "ok"]);
});

test("results of requests that overlap may come in any order", async () => {
  const { caller, clock, outcomes } = await agentOn("resilient", (_call, reply, number) => {
    clock.after(number === 1 ? 20 : 10, () => reply.output(looked(number)));
  });
  expect(await Promise.all([caller.call("look", {}), caller.call("look", {})])).toEqual([looked(1), looked(2)]);
  expect(outcomes()).toEqual(["ok", "ok"]);
});

test("without the mechanism an old result is taken", async () => {
  const { caller } = await agentOn("resilient-no-freshness", (_call, reply) => reply.output(looked(7)));
  await caller.call("look", {});
  expect(await caller.call("look", {})).toEqual(looked(7));
});
