import { expect, test } from "vitest";
import { agentOn } from "../benchmark/support/one-mechanism.ts";

test("a result that is not of the tool's shape is asked for again", async () => {
  const { caller, attempts } = await agentOn("resilient", (_call, reply, number) =>
    reply.output(number === 1 ? { name: 7, as_of: 1 } : { name: "a", as_of: 2 }),
  );
  expect(await caller.call("look", {})).toEqual({ name: "a", as_of: 2 });
  expect(attempts.map(({ outcome, message }) => [outcome, message])).toEqual([
    ["invalid_output", expect.stringContaining('Expected "string"')],
    ["ok", undefined],
  ]);
});

test("one that never is ends in a failure that says what is wrong", async () => {
  const { caller } = await agentOn("resilient", (_call, reply) => reply.output({ as_of: 1 }));
  await expect(caller.call("look", {})).rejects.toThrow(/^the result of look is not of its shape: .*"name"/);
});

test("without the mechanism, or an outputSchema, anything is taken", async () => {
  const trusting = await agentOn("resilient-no-validation", (_call, reply) => reply.output({ name: 7 }));
  expect(await trusting.caller.call("look", {})).toEqual({ name: 7 });
  const resilient = await agentOn("resilient", (_call, reply) => reply.output({ name: 7 }));
  expect(await resilient.caller.call("book", {})).toEqual({ name: 7 });
});
