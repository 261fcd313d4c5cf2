import { expect, test } from "vitest";
import { ToolFailure } from "../../src/benchmark/call-failure.ts";
import type { Mechanism } from "../../src/benchmark/mechanism.ts";
import { retryBudget } from "../../src/benchmark/retry-budget.ts";
import { mechanismOn } from "./support/one-mechanism.ts";

/** Every call is sent twice, whatever comes; the outcomes of the second time are noted. */
async function twice(works: () => boolean) {
  const seen: string[] = [];
  const mechanism: Mechanism = (next, surroundings) => {
    const step = retryBudget(next, surroundings);
    return async (request) => {
      await step(request).catch(() => undefined);
      return step(request).finally(() => undefined);
    };
  };
  const { call, attempts } = await mechanismOn(mechanism, async () => {
    if (!works()) throw new ToolFailure("down");
    return {};
  });
  const round = () =>
    call("look").then(
      () => seen.push("ok"),
      (failure) => seen.push(failure.message),
    );
  return { round, seen, attempts };
}

test("ten repetitions are free; then calls are sent once, and that is recorded", async () => {
  const { round, seen, attempts } = await twice(() => false);
  for (let number = 1; number <= 12; number += 1) await round();
  const spent = "the budget for repeated calls is spent";
  expect(seen).toEqual([...Array(10).fill("down"), spent, spent]);
  expect(attempts).toMatchObject([
    { id: null, call: 11, outcome: "refused" },
    { id: null, call: 12, outcome: "refused" },
  ]);
});

test("two successes give one repetition back", async () => {
  let works = false;
  const { round, seen } = await twice(() => works);
  for (let number = 1; number <= 10; number += 1) await round();
  works = true;
  // The first try gives half of one, too little for the second; with the next first try there is enough.
  await round();
  await round();
  expect(seen.slice(10)).toEqual(["the budget for repeated calls is spent", "ok"]);
});
