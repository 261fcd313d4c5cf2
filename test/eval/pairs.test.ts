import { expect, test } from "vitest";
import { inPairs, summarize } from "../../eval/pairs.ts";
import { csvLine, median, table } from "../../eval/table.ts";

test("both sides are measured in turn, each first in every other round, after a round that does not count", async () => {
  const order: string[] = [];
  const times = (name: string, values: number[]) => async () => {
    order.push(name);
    return values.shift() ?? Number.NaN;
  };
  const paired = await inPairs(3, times("a", [99, 10, 20, 10]), times("b", [99, 20, 20, 40]));
  expect(order.join("")).toBe("abab" + "ba" + "ab");
  expect(paired.ratios).toEqual([2, 1, 4]);
  expect(summarize(paired)).toEqual({ base: 10, other: 20, ratio: 2, low: 1, high: 4 });
});

test("the median of an even count is the mean of the two in the middle", () => {
  expect(median([4, 1, 3, 2])).toBe(2.5);
  expect(median([3, 1, 2])).toBe(2);
  expect(median([])).toBeNaN();
});

test("cells with commas, quotes and line breaks survive CSV", () => {
  expect(csvLine(["a,b", 'say "x"', "two\nlines", 1, undefined, true])).toBe('"a,b","say ""x""","two\nlines",1,,true');
});

test("columns of a table line up", () => {
  const lines = table(
    ["bug", "bytes"],
    [
      ["one", "12"],
      ["eleven", "1,234 LF"],
    ],
  ).split("\n");
  expect(new Set(lines.map((line) => line.length)).size).toBe(1);
});
