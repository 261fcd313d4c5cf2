import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { countTests, totals } from "../../src/probe/coverage-counts.ts";
import { nodeIdsFrom, testOutcomes } from "../../src/probe/coverage-outcomes.ts";
import { readFirst } from "../../src/probe/coverage-reading.ts";
import { Tables } from "../../src/probe/coverage-tables.ts";
import { forEachRange, parseCoverageLine } from "../../src/probe/coverage-wire.ts";
import { textLines } from "../../src/probe/text-lines.ts";
import { project } from "./support.ts";

const phases = ["setup", "call", "teardown"] as const;

function ranges(text: string): [number, number][] {
  const found: [number, number][] = [];
  forEachRange(text, (first, last) => found.push([first, last]));
  return found;
}

test("ranges are read, and what is none is passed over", () => {
  expect(ranges("3-7,12")).toEqual([
    [3, 7],
    [12, 12],
  ]);
  expect(ranges("")).toEqual([]);
  expect(ranges("7-3,-1,x,1.5,4-,2-2")).toEqual([[2, 2]]);
});

test("any text is a line or none, never a crash", () => {
  const near = fc.record({
    type: fc.constantFrom("covered", "file", "fixture", "source", "steps", "tracer", "collected", "target", "end"),
    nodeId: fc.oneof(fc.string(), fc.integer()),
    phase: fc.oneof(fc.constantFrom(...phases, "collection"), fc.string()),
    files: fc.oneof(fc.array(fc.oneof(fc.nat(), fc.string(), fc.double())), fc.string(), fc.constant(null)),
    fixtures: fc.oneof(fc.array(fc.integer()), fc.string()),
    file: fc.oneof(fc.nat(), fc.string()),
    path: fc.string(),
    steps: fc.array(fc.array(fc.integer())),
  });
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json(), near.map(JSON.stringify)), (text) => {
      const line = parseCoverageLine(text);
      if (line?.type !== "covered") return;
      for (const [index, item] of line.files.entries()) expect(typeof item).toBe(index % 2 ? "string" : "number");
    }),
  );
});

test("lines of a file come whole, whatever the pieces in which it is read", async () => {
  const folder = await project({});
  const file = join(folder, "lines.txt");
  const lines = Array.from({ length: 3 }, (_, index) => `${index}ü`.repeat(200_000));
  await writeFile(file, lines.join("\n"));
  const read: string[] = [];
  for await (const line of textLines(file)) read.push(line);
  expect(read).toEqual(lines);
  for await (const line of textLines(join(folder, "missing"))) expect(line).toBe("no line");
});

test("node ids go from rootdir to the folder of the run", () => {
  expect(nodeIdsFrom("/a", "/a")("t.py::x")).toBe("t.py::x");
  expect(nodeIdsFrom("/a", "/a/b")("b/t.py::T::x[a::b/c]")).toBe("t.py::T::x[a::b/c]");
  expect(nodeIdsFrom("/a", "/a/b")("c/t.py::x")).toBe("../c/t.py::x");
  expect(nodeIdsFrom("/a/b", "/a")("t.py")).toBe("b/t.py");
});

test("a test has failed when any phase did, and its first failure says where", () => {
  const line = (nodeId: string, phase: (typeof phases)[number], outcome: "passed" | "failed" | "skipped" | "xfailed") =>
    ({ type: "outcome", nodeId, phase, outcome, seconds: 1 }) as const;
  const outcomes = testOutcomes(
    [
      ...phases.map((phase) => line("passes", phase, "passed")),
      line("setup", "setup", "failed"),
      line("setup", "teardown", "passed"),
      line("subtests", "setup", "passed"),
      line("subtests", "call", "failed"),
      line("subtests", "call", "passed"),
      line("subtests", "teardown", "failed"),
      line("teardown", "call", "passed"),
      line("teardown", "teardown", "failed"),
      line("skips", "setup", "skipped"),
      line("expected", "call", "xfailed"),
    ],
    (nodeId) => nodeId,
  );
  expect([...outcomes].map(([nodeId, { outcome, phase, seconds }]) => [nodeId, outcome, phase, seconds])).toEqual([
    ["passes", "passed", undefined, 3],
    ["setup", "failed", "setup", 2],
    ["subtests", "failed", "call", 4],
    ["teardown", "failed", "teardown", 2],
    ["skips", "skipped", undefined, 1],
    ["expected", "xfailed", undefined, 1],
  ]);
  // A test that failed in tear-down alone is neither: what it executed before was right.
  expect(totals(outcomes, new Set(["setup", "subtests", "teardown"]))).toEqual({ failing: 2, passing: 1 });
});

test("counting in a stream, over any split into processes, is counting sets", async () => {
  const folder = await project({});
  const set = fc.uniqueArray(fc.integer({ min: 1, max: 12 }), { maxLength: 12 });
  const phase = fc.record({ setup: set, call: set, fixture: fc.boolean(), shard: fc.nat({ max: 2 }) });
  await fc.assert(
    fc.asyncProperty(fc.array(phase, { minLength: 1, maxLength: 8 }), set, set, async (tests, fixture, imported) => {
      const write = (lines: number[]) => [0, lines.join(",")];
      const head = [
        { type: "tracer", tracer: "sys.settrace" },
        { type: "file", file: 0, path: "/lib.py" },
        { type: "covered", nodeId: "", phase: "collection", files: write(imported) },
        { type: "fixture", fixture: 1, files: write(fixture) },
        // Lines 1 to 12 in statements of two lines; the first two statements are outside of functions.
        {
          type: "source",
          file: 0,
          functions: [["f", 5, 12]],
          statements: [0, 1, 2, 3, 4, 5].map((index) => [2 * index + 1, 2 * index + 2, index < 2 ? 0 : 1]),
        },
        { type: "target", nodeId: "t0" },
      ];
      const files = [0, 1, 2].map((shard) => join(folder, `${shard}.jsonl`));
      for (const [shard, file] of files.entries()) {
        const own = tests.flatMap((each, number) => {
          if (each.shard !== shard) return [];
          const fixtures = each.fixture ? { fixtures: [1] } : {};
          return (["setup", "call"] as const).map((name) => ({
            type: "covered",
            nodeId: `t${number}`,
            phase: name,
            files: write(each[name]),
            ...fixtures,
          }));
        });
        await writeFile(file, [...head, ...own].map((line) => JSON.stringify(line)).join("\n"));
      }
      const outcomes = new Map(
        tests.map((_, number) => {
          const failed =
            number === 0 ? ({ outcome: "failed", phase: "call" } as const) : ({ outcome: "passed" } as const);
          return [`t${number}`, { nodeId: `t${number}`, seconds: 0, ...failed }];
        }),
      );
      const reading = await readFirst(files);
      const tables = new Tables(reading.executed, reading.imported, reading.sources);
      const counted = await countTests(reading, tables, outcomes);

      const statementsOf = (lines: number[]) => new Set(lines.map((line) => (line - 1) >> 1));
      const atImport = [...statementsOf(imported)].filter((statement) => statement < 2);
      const executed = tests.map(({ setup, call, fixture: uses }) => {
        const own = statementsOf([...setup, ...call, ...(uses ? fixture : [])]);
        return own.size > 0 ? new Set([...own, ...atImport]) : own;
      });
      const target = executed[0] ?? new Set();
      const expected = [...target].sort((a, b) => a - b);
      expect(tables.statements.map(({ line }) => (line - 1) >> 1)).toEqual(expected);
      expect(tables.statements.map(({ failing, passing }) => [failing, passing])).toEqual(
        expected.map((statement) => [1, executed.slice(1).filter((each) => each.has(statement)).length]),
      );
      expect(counted.map(({ shared }) => shared)).toEqual(
        executed.map((each) => [...each].filter((statement) => target.has(statement)).length),
      );
      // Without a target in that file there are no statements to count by.
      if (target.size > 0)
        expect(counted.map(({ statements }) => statements)).toEqual(executed.map(({ size }) => size));
    }),
    { numRuns: 60 },
  );
});
