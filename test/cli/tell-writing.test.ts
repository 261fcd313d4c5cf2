import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { tellWriting } from "../../src/cli/tell-writing.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const nothing = { written: "", reading: undefined, output: undefined };

function telling(columns: number | undefined) {
  const lines: string[] = [];
  return { lines, tell: tellWriting({ columns, write: (text) => void lines.push(text) }) };
}

test("a terminal is told how far a turn is, in one line that is gone at its end", () => {
  const { lines, tell } = telling(80);
  for (const soFar of [
    nothing,
    { ...nothing, reading: { done: 300, total: 1200 } },
    { written: "abc", reading: { done: 1200, total: 1200 }, output: undefined },
    { written: "abcdef", reading: undefined, output: 2 },
  ]) {
    tell(3, soFar);
    vi.advanceTimersByTime(1500);
  }
  tell(3, undefined);
  const told = lines.map((line) => line.replace("\r\u001b[K", "").replace(/^\d+ s {2}/, ""));
  expect(told.filter((line, at) => line !== told[at - 1])).toEqual([
    "step 3: waiting for the model",
    "step 3: tokens read, 300 of 1200",
    "step 3: characters written, 3",
    "step 3: tokens written, 2",
    "",
  ]);
  expect(lines.join("")).not.toContain("\n");
  vi.advanceTimersByTime(10_000);
  expect(lines.at(-1)).toBe("\r\u001b[K");
});

test("elsewhere a line a minute at most tells of turns that take long", () => {
  const { lines, tell } = telling(undefined);
  const turn = (step: number, soFar: typeof nothing | object, seconds: number) => {
    tell(step, nothing);
    tell(step, { ...nothing, ...soFar });
    vi.advanceTimersByTime(seconds * 1000);
    tell(step, undefined);
  };
  turn(1, {}, 9);
  turn(2, { reading: { done: 300, total: 1172 } }, 75);
  turn(3, { written: "abc", output: 2 }, 40);
  turn(4, {}, 61);
  vi.advanceTimersByTime(200_000);
  expect(lines).toEqual([
    "faultline: step 2: tokens read, 300 of 1172, 10 s\n",
    "faultline: step 2: tokens read, 300 of 1172, 70 s\n",
    "faultline: step 4: waiting for the model, 15 s\n",
  ]);
});
