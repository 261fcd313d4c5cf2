import { expect, test } from "vitest";
import { breaker } from "../../src/client/breaker.ts";
import { InvalidOutputFailure, ProtocolFailure, StaleFailure, ToolFailure } from "../../src/client/call-failure.ts";
import { pause } from "../../src/client/mechanism.ts";
import { mechanismOn } from "../benchmark/support/one-mechanism.ts";

/** A server that is down until told otherwise. */
async function setUp(failure: () => Error = () => new ToolFailure("down")) {
  const state = { down: true, asked: 0 };
  const mechanism = await mechanismOn(breaker, async () => {
    state.asked += 1;
    if (state.down) throw failure();
    return {};
  });
  const fail = async (times: number, tool = "look") => {
    for (let time = 0; time < times; time += 1) await expect(mechanism.call(tool)).rejects.toThrow(Error);
  };
  return { ...mechanism, state, fail };
}

test("after four failures in a row nothing is sent for five seconds, and that is recorded", async () => {
  const { call, clock, attempts, state, fail } = await setUp();
  await fail(4);
  await pause(clock, 4_000);
  await expect(call("look")).rejects.toMatchObject({ outcome: "refused", waitMs: 1_000 });
  expect(state.asked).toBe(4);
  expect(attempts).toMatchObject([{ id: null, call: 5, outcome: "refused", message: "look failed 4 times in a row" }]);
});

test("then a single call tries, and a success lets all through again", async () => {
  const { call, clock, state, fail } = await setUp();
  await fail(4);
  await pause(clock, 5_000);
  state.down = false;
  const results = await Promise.allSettled([call("look"), call("look")]);
  expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected"]);
  state.down = true;
  await fail(3);
  expect(state.asked).toBe(8);
  state.down = false;
  await expect(call("look")).resolves.toEqual({});
});

test("a try that fails holds all back for twice as long, forty seconds at most", async () => {
  const { call, clock, state, fail } = await setUp();
  await fail(4);
  for (const [wait, next] of [
    [5_000, 10_000],
    [10_000, 20_000],
    [20_000, 40_000],
    [40_000, 40_000],
  ]) {
    await pause(clock, wait ?? 0);
    const before = state.asked;
    await fail(1);
    expect(state.asked).toBe(before + 1);
    await expect(call("look")).rejects.toMatchObject({ waitMs: next });
  }
});

test("each tool has its own", async () => {
  const { state, fail } = await setUp();
  await fail(4);
  await fail(1, "book");
  expect(state.asked).toBe(5);
});

test.each([
  ["a stale result", () => new StaleFailure("old")],
  ["a result of another shape", () => new InvalidOutputFailure("odd")],
  ["a refusal of what was asked", () => new ProtocolFailure(-32_602, "no")],
])("%s says nothing of the server's health", async (_, failure) => {
  const { state, fail } = await setUp(failure);
  await fail(6);
  expect(state.asked).toBe(6);
});
