import { describe, expect, test } from "vitest";
import { ProtocolFailure, RefusedFailure, ToolFailure } from "../../src/client/call-failure.ts";
import { retry } from "../../src/client/retry.ts";
import { mechanismOn } from "../benchmark/support/one-mechanism.ts";

const passing = () => new ToolFailure("busy");

/** Fails as often as told, then works; notes when it is asked. */
async function failing(times: number, failure: () => Error = passing) {
  const asked: number[] = [];
  const { call, clock } = await mechanismOn(retry, async () => {
    asked.push(clock.now());
    if (asked.length <= times) throw failure();
    return { done: true };
  });
  return { call, asked };
}

describe("sends a call again", () => {
  test("until it works", async () => {
    const { call, asked } = await failing(3);
    expect(await call("look")).toEqual({ done: true });
    expect(asked).toHaveLength(4);
  });

  test("eight times at most; then the last failure is told", async () => {
    const { call, asked } = await failing(99);
    await expect(call("look")).rejects.toThrow("busy");
    expect(asked).toHaveLength(8);
  });

  test("not after a failure that would come again", async () => {
    const { call, asked } = await failing(99, () => new ProtocolFailure(-32_602, "Invalid arguments"));
    await expect(call("look")).rejects.toThrow("Invalid arguments");
    expect(asked).toHaveLength(1);
  });

  test("not after an error of the program", async () => {
    const { call, asked } = await failing(99, () => new TypeError("a bug"));
    await expect(call("look")).rejects.toThrow(TypeError);
    expect(asked).toHaveLength(1);
  });
});

describe("the pauses", () => {
  test("are drawn from 0 to 200 ms, twice as much each time, and over that whole range", async () => {
    const { call, asked } = await failing(Number.POSITIVE_INFINITY);
    const pauses: number[][] = Array.from({ length: 7 }, () => []);
    for (let round = 0; round < 200; round += 1) {
      const from = asked.length;
      await expect(call("look")).rejects.toThrow("busy");
      for (const [at, list] of pauses.entries()) list.push((asked[from + at + 1] ?? 0) - (asked[from + at] ?? 0));
    }
    for (const [at, list] of pauses.entries()) {
      const most = Math.min(10_000, 200 * 2 ** at);
      expect(Math.max(...list)).toBeLessThanOrEqual(most);
      expect(Math.max(...list)).toBeGreaterThan(most * 0.9);
      expect(Math.min(...list)).toBeLessThan(most * 0.1);
    }
  });

  test("are the same whenever the seed and the number of the call are", async () => {
    const pausesOf = async () => {
      const { call, asked } = await failing(4);
      await call("look");
      return asked;
    };
    expect(await pausesOf()).toEqual(await pausesOf());
  });
});

describe("what an agent holds back itself", () => {
  test("is let out after the time that it names, without counting as a try", async () => {
    const { call, asked } = await failing(3, () => new RefusedFailure("open", 5_000));
    expect(await call("look")).toEqual({ done: true });
    expect(asked).toEqual([0, 5_000, 10_000, 15_000]);
  });

  test("is given up after four times, and at once where no time is named", async () => {
    const often = await failing(99, () => new RefusedFailure("open", 5_000));
    await expect(often.call("look")).rejects.toThrow("open");
    expect(often.asked).toHaveLength(5);
    const never = await failing(99, () => new RefusedFailure("spent"));
    await expect(never.call("look")).rejects.toThrow("spent");
    expect(never.asked).toHaveLength(1);
  });
});
