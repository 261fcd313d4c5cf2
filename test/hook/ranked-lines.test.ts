import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { FailureContext } from "../../src/debugging/failure-context.ts";
import { injection, MAX_BYTES } from "../../src/hook/injection.ts";
import { fitLines, numbered, RANK, type RankedLine, Told } from "../../src/hook/ranked-lines.ts";

const text = (maxLength: number) => fc.string({ unit: fc.constantFrom("a", "b c", "é", "🙂"), maxLength });

interface Shape {
  status: "found" | "partial" | "none";
  sameFile: boolean;
  inTest: boolean;
  /** Lines from the crash site to where the value was made. */
  apart: number;
  reach: { before: number; after: number }[];
  headed: boolean;
  code: string[];
  way: string[];
  message: string;
  nodeIds: string[];
  rerun: string;
}

const shapes: fc.Arbitrary<Shape> = fc.record({
  status: fc.constantFrom("found", "partial", "none"),
  sameFile: fc.boolean(),
  inTest: fc.boolean(),
  apart: fc.integer({ min: -9, max: 9 }),
  reach: fc.array(fc.record({ before: fc.nat(12), after: fc.nat(6) }), { minLength: 2, maxLength: 2 }),
  headed: fc.boolean(),
  code: fc.array(text(200), { minLength: 1, maxLength: 12 }),
  way: fc.array(text(200), { maxLength: 14 }),
  message: text(500),
  nodeIds: fc.array(text(200), { minLength: 1, maxLength: 4 }),
  rerun: text(900),
});

/** A failure of which each line of source has a number of its own, whatever its file. */
function contextOf({ status, sameFile, inTest, apart, reach, headed, code, way, message, nodeIds }: Shape) {
  const crash = { path: "/repo/app/shop.py", line: 120, function: "total", code: "return price", inTest };
  const made = sameFile
    ? { path: crash.path, line: crash.line + apart, function: "total" }
    : { path: "/repo/app/store.py", line: 1020 + apart, function: "find" };
  const around = (line: number, other: number, { before, after }: Shape["reach"][number]) => ({
    first: line - before,
    lines: Array.from({ length: before + 1 + after }, (_, at) => `x${code[at % code.length]}`),
    heading: headed ? { line: Math.min(other, line - before - 1), text: "def total():" } : undefined,
  });
  const between = way.map((source, at) => ({
    kind: "return",
    path: "/repo/app/way.py",
    line: at + 2000,
    function: "go",
    source,
  }));
  const end = { ...crash, kind: "crash", source: crash.code };
  const steps = [{ ...made, kind: "literal", source: "price = None" }, ...between, end];
  const [nearCrash = { before: 3, after: 3 }, nearMade = nearCrash] = reach;
  return {
    exception: { type: "TypeError", message },
    nodeIds,
    otherFailures: 1,
    sites: [{ ...crash, path: "/repo/app/cart.py", line: 3000, code: `${code[0]}` }, crash],
    crash,
    origin: { type: "origin", nodeId: "t", phase: "call", status, bad: "none", steps } as FailureContext["origin"],
    source: { crash: around(120, made.line, nearCrash), origin: around(made.line, 120, nearMade) },
    bareAssertion: false,
    keys: [],
    notes: [],
  } satisfies FailureContext;
}

const isTitle = (line: string) => /^(?:Crash site|Origin) /.test(line);
const numberIn = (title: string) => /\.py:(\d+)/.exec(title)?.[1];

/** Places that a text says it marks and does not. */
function broken(told: string): string[] {
  const lines = told.split("\n");
  return lines.filter((line, at) => {
    const marked = (from: number, to: number) =>
      lines.slice(from, to).some((row) => row.startsWith(`>${numberIn(line)} `));
    if (line.endsWith(", marked above.")) return !marked(0, at);
    const next = lines.findIndex((other, behind) => behind > at && isTitle(other));
    return isTitle(line) && line.endsWith(":") && !marked(at + 1, next < 0 ? lines.length : next);
  });
}

describe("a place that is said to be marked", () => {
  test("is marked, in whole characters, within the limit", () => {
    fc.assert(
      fc.property(shapes, (shape) => {
        const told = injection(contextOf(shape), "/repo", shape.rerun);
        expect(broken(told)).toEqual([]);
        expect(Buffer.byteLength(told)).toBeLessThanOrEqual(MAX_BYTES);
        expect(told).not.toMatch(/\p{Surrogate}|\uFFFD/u);
      }),
      { numRuns: 400 },
    );
  });

  test("is, within any limit, either shown or not said to be", () => {
    fc.assert(
      fc.property(fc.nat(900), fc.integer({ min: -6, max: 6 }), fc.array(text(40)), (limit, apart, way) => {
        const told = new Told();
        const [made, crash] = [20, 20 + apart].map((line) => ({ path: "a.py", line }));
        if (!made || !crash) throw new Error("no lines");
        const excerpt = { first: 14, lines: Array.from({ length: 13 }, (_, at) => `line ${at}`), heading: undefined };
        const lines: RankedLine[] = [
          { text: "Origin: made at a.py:20:", rank: RANK.origin, marks: made },
          ...numbered(excerpt, { ...made, rank: RANK.origin, marked: crash.line, told }),
          ...way.map((row) => ({ text: row, rank: RANK.chain })),
          { text: `Crash site a.py:${crash.line}, marked above.`, rank: RANK.place, marks: crash },
        ];
        const fitted = fitLines(lines, limit);
        expect(broken(fitted)).toEqual([]);
        expect(Buffer.byteLength(fitted)).toBeLessThanOrEqual(limit);
      }),
    );
  });

  test("is needed more than the way, and so is what stands between", () => {
    const long = "value = a_step_of_a_way_that_has_many_of_them(value, and_all_of_them_have_long_names)";
    const shape: Shape = {
      status: "found",
      sameFile: true,
      inTest: false,
      apart: -5,
      reach: [
        { before: 3, after: 3 },
        { before: 6, after: 6 },
      ],
      headed: true,
      code: ["price = prices.get(name)"],
      way: Array.from({ length: 20 }, (_, at) => `${long} # ${at}`),
      message: "unsupported operand",
      nodeIds: ["tests/test_shop.py::test_total"],
      rerun: "pytest",
    };
    const told = injection(contextOf(shape), "/repo", shape.rerun);
    expect(told).toMatch(/\n>115 .*\n 116 .*\n 117 .*\n 118 .*\n 119 .*\n>120 .*\n/);
    expect(told).not.toContain("\n 126 ");
    expect(told).toContain("Crash site app/shop.py:120 in total, marked above.");
  });
});
