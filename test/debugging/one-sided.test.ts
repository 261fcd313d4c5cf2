import { expect, test } from "vitest";
import { oneSidedRows, partingLines, type SideCount } from "../../src/debugging/one-sided.ts";

/** One statement a line, each given as who executed it. */
function statements(path: string, name: string, first: number, sides: string): SideCount[] {
  return [...sides].map((side, at) => ({
    path,
    line: first + at + 1,
    last: first + at + 1,
    function: name,
    functionLine: name === "" ? 0 : first,
    failing: side === "f" || side === "b" ? 1 : 0,
    passing: side === "p" || side === "b" ? 1 : 0,
  }));
}

const isTest = (path: string) => path.startsWith("/tests/");

test("statements in a row are one entry, where ways part comes before whole functions and tests", () => {
  const rows = oneSidedRows(
    [
      ...statements("/tests/test_a.py", "test_fails", 1, "ff"),
      ...statements("/shop/a.py", "only_failing", 1, "fff"),
      ...statements("/shop/a.py", "", 50, "f"),
      ...statements("/shop/b.py", "both", 10, "bffbpbf"),
    ],
    isTest,
  );
  expect(rows.onlyFailing).toEqual([
    { path: "/shop/b.py", function: "both", line: 12, last: 13, statements: 2, wholeFunction: false },
    { path: "/shop/b.py", function: "both", line: 17, last: 17, statements: 1, wholeFunction: false },
    { path: "/shop/a.py", function: "only_failing", line: 1, last: 4, statements: 3, wholeFunction: true },
    { path: "/tests/test_a.py", function: "test_fails", line: 1, last: 3, statements: 2, wholeFunction: true },
    { path: "/shop/a.py", function: "", line: 51, last: 51, statements: 1, wholeFunction: true },
  ]);
  expect(rows.onlyPassing).toEqual([
    { path: "/shop/b.py", function: "both", line: 15, last: 15, statements: 1, wholeFunction: false },
  ]);
});

test("values are compared where ways part, then at the ends of functions that both were in", () => {
  const lines = partingLines(
    [
      ...statements("/shop/b.py", "both", 10, "bbffb"),
      ...statements("/shop/c.py", "same", 10, "bb"),
      ...statements("/shop/d.py", "one", 10, "ff"),
      ...statements("/shop/e.py", "", 10, "bf"),
      ...statements("/tests/test_a.py", "helper", 10, "bf"),
    ],
    isTest,
  );
  expect(lines).toEqual([
    { path: "/shop/b.py", line: 12 },
    { path: "/shop/b.py", line: 15 },
    { path: "/shop/c.py", line: 12 },
  ]);
});
