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

test("elsewhere nothing is told", () => {
  const { lines, tell } = telling(undefined);
  tell(1, nothing);
  vi.advanceTimersByTime(60_000);
  tell(1, undefined);
  expect(lines).toEqual([]);
});
