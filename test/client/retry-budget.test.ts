import { expect, test } from "vitest";
import { ToolFailure } from "../../src/client/call-failure.ts";
import type { Mechanism } from "../../src/client/mechanism.ts";
import { retryBudget } from "../../src/client/retry-budget.ts";
import { mechanismOn } from "../benchmark/support/one-mechanism.ts";

const SPENT = "the budget for repeated calls is spent";

/** A tool that works or not; a call that fails is tried a second time, and it is noted how calls end. */
async function setUp() {
  const state = { works: false };
  const mechanism: Mechanism = (next, surroundings) => {
    const step = retryBudget(next, surroundings);
    return (request) => step(request).catch(() => step(request));
  };
  const { call, attempts } = await mechanismOn(mechanism, async () => {
    if (!state.works) throw new ToolFailure("down");
    return {};
  });
  const rounds = async (count: number) => {
    const seen: string[] = [];
    for (let round = 1; round <= count; round += 1) {
      await call("look").then(
        () => seen.push("ok"),
        (failure) => seen.push(failure.message),
      );
    }
    return seen;
  };
  return { state, rounds, attempts };
}

test("ten repetitions are free; then calls are sent once, and that is recorded", async () => {
  const { rounds, attempts } = await setUp();
  expect(await rounds(12)).toEqual([...Array(10).fill("down"), SPENT, SPENT]);
  expect(attempts).toMatchObject([
    { id: null, call: 11, outcome: "refused" },
    { id: null, call: 12, outcome: "refused" },
  ]);
});

test("two successes give one repetition back", async () => {
  const { state, rounds } = await setUp();
  await rounds(10);
  state.works = true;
  await rounds(2);
  state.works = false;
  expect(await rounds(2)).toEqual(["down", SPENT]);
});

test("successes do not save up for more than ten", async () => {
  const { state, rounds } = await setUp();
  state.works = true;
  await rounds(30);
  state.works = false;
  expect(await rounds(11)).toEqual([...Array(10).fill("down"), SPENT]);
});
