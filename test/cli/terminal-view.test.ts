import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { clip, columnsOf, paper, visible, wrap } from "../../src/cli/terminal-text.ts";
import { terminalView } from "../../src/cli/terminal-view.ts";
import type { AnsweredSuspect, Investigation } from "../../src/debugging/reports.ts";

const fetch = (handle: string) => `faultline evidence ${handle}`;

function suspect(rank: number, tied: number, line: number, reason: string): AnsweredSuspect {
  return {
    path: "shop/cart.py",
    line,
    function: "Cart.total",
    rank,
    tied,
    why: [reason],
    ochiai: { rank, tied, score2: "1/4" },
    source: `total += ${line}`,
  };
}

function investigation(more: Partial<Investigation> = {}): Investigation {
  return {
    nodeId: "tests/test_cart.py::test_total",
    status: "failed",
    notes: [],
    excerpts: [],
    rerun: "python -m pytest tests/test_cart.py::test_total",
    suspects: [],
    functions: [],
    differences: [],
    steps: [],
    evidence: "ev_0123456789ab",
    seconds: 1,
    omitted: [],
    tokens: { budget: 1000, used: 100, encoding: "o200k_base" },
    ...more,
  };
}

function view(more: Partial<Investigation>, columns = 80): string {
  return terminalView(investigation(more), paper(columns, false), fetch);
}

describe("the view of an investigation", () => {
  test("shows a tie once, with its size, and each reason once", () => {
    const suspects = [
      suspect(1, 1, 7, "it raised"),
      ...[11, 12, 13].map((line) => suspect(2, 4, line, "executed by 1 of 9 passing tests")),
    ];
    expect(view({ suspects })).toContain(
      [
        "Suspects",
        "      1  shop/cart.py:7 in Cart.total",
        "           total += 7",
        "           it raised",
        "    2–5  shop/cart.py:11 in Cart.total  4 tied",
        "           total += 11",
        "           executed by 1 of 9 passing tests",
        "         shop/cart.py:12 in Cart.total",
        "           total += 12",
        "         shop/cart.py:13 in Cart.total",
        "           total += 13",
        "",
      ].join("\n"),
    );
  });

  test("says how many more there are, and does not let one large tie hide what comes behind it", () => {
    const suspects = [
      ...Array.from({ length: 40 }, (_, at) => suspect(1, 40, at + 1, "in the failing step")),
      suspect(41, 1, 99, "executed by all passing tests"),
    ];
    const shown = view({ suspects });
    expect(shown.match(/total \+= \d+/g)).toHaveLength(4);
    expect(shown).toContain("     41  shop/cart.py:99 in Cart.total");
    expect(shown).toContain("… and 37 more");
  });

  test("shows five suspects at most, and none behind the last of them that computes something", () => {
    const many = Array.from({ length: 9 }, (_, at) => suspect(at + 1, 1, at + 1, "executed by the failing step"));
    expect(view({ suspects: many })).toMatch(/ {6}5 {2}shop\/cart\.py:5 in Cart\.total\n.*\n.*\n {9}… and 4 more/);
    const idle = (from: number) =>
      many.map((one, at) => (at < from ? one : { ...one, source: at % 2 ? "import os" : "def total(self):" }));
    expect(view({ suspects: idle(2) })).toMatch(/ {6}2 {2}shop\/cart\.py:2 .*\n.*\n( {11}.*\n)? {9}… and 7 more/);
    expect(view({ suspects: idle(0) })).toContain("… and 4 more");
  });

  test("tells in full how the bad value was made, where there is no room behind the place below it", () => {
    const step = { path: "shop/discounts/rules.py", line: 12, function: "discount_for", kind: "return", source: "" };
    const note = "discount_for ends without a return when the customer is not a member";
    const origin = {
      status: "found",
      bad: "none",
      steps: [
        { ...step, note },
        { ...step, line: 4, kind: "crash" },
      ],
    };
    expect(view({ origin } as Partial<Investigation>)).toContain(
      [
        "  shop/discounts/rules.py:12 in discount_for",
        "    · made here: discount_for ends without a return when the customer is not a",
        "      member",
        "↓ shop/discounts/rules.py:4 in discount_for  · crash on",
        "",
      ].join("\n"),
    );
    expect(view({ origin } as Partial<Investigation>, 140)).toContain(`discount_for  · made here: ${note}\n`);
  });

  test("puts short values beside each other, and of long ones shows what only one side has", () => {
    const at = { path: "shop/cart.py", line: 3, function: "Cart.total" };
    const long = (text: string) => `Line(${text.repeat(30)})`;
    const shown = view({
      differences: [
        { ...at, name: "rate", failing: ["None"], passing: ["0.19"] },
        { ...at, name: "self.lines", failing: [long("a"), long("b")], passing: [long("a")] },
        { ...at, name: "extra", failing: ["1"], passing: [], missing: "in passing" },
      ],
    });
    expect(shown).toMatch(/^ {4}rate +failing {2}None +│ passing {2}0\.19$/m);
    expect(shown).toContain(
      ["    self.lines", `      both     ${long("a")}`, `      failing  ${long("b")}`, "    extra"].join("\n"),
    );
    expect(shown).toMatch(/^ {4}extra +failing {2}1 +│ passing {2}\(not set\)$/m);
    expect(shown.match(/shop\/cart\.py:3 in Cart\.total/g)).toHaveLength(1);
  });

  test("names the tests that a failure depends on", () => {
    const shown = view({
      status: "order-dependent",
      orderDependence: { polluters: ["tests/test_a.py::test_sets"], minimal: true, runs: 9 },
    });
    expect(shown).toMatch(/^ORDER-DEPENDENT {2}tests\/test_cart\.py::test_total\n/);
    expect(shown).toContain("  tests/test_a.py::test_sets\n  found in 9 runs; it is enough by itself\n");
  });

  test("says how what was left out is fetched", () => {
    const shown = view({ omitted: [{ what: "suspects", count: 12, handle: "ev_aaaaaaaaaaaa" }] });
    expect(shown).toContain("Left out: 12 suspects: faultline evidence ev_aaaaaaaaaaaa\n");
    expect(shown).toMatch(/All of it: faultline evidence ev_0123456789ab$/);
  });

  test("names no command where nothing could be kept", () => {
    const omitted = [{ what: "suspects", count: 12 }];
    const { evidence: _, ...without } = investigation({ omitted });
    const shown = terminalView(without, paper(80, false), fetch);
    expect(shown).toMatch(/^Left out: 12 suspects$/m);
    expect(shown).not.toContain("faultline evidence");
  });

  test("obeys nothing that a test wrote, and is as wide as the terminal", () => {
    const text = fc.string({ unit: "binary", maxLength: 200 });
    const place = { path: text, line: fc.nat({ max: 9999 }), function: text };
    const answers: fc.Arbitrary<Partial<Investigation>> = fc.record({
      nodeId: text,
      failure: fc.record({
        nodeId: text,
        phase: fc.constant("setup" as const),
        exception: fc.record({ type: text, message: text }),
        crash: fc.record({ ...place, source: text }),
        frames: fc.constant<[]>([]),
        signature: text,
      }),
      origin: fc.record({
        status: fc.constant("partial" as const),
        bad: fc.constant("none"),
        reason: text,
        steps: fc.array(fc.record({ ...place, kind: fc.constant("crash"), source: text, name: text }), {
          maxLength: 3,
        }),
      }),
      differences: fc.array(fc.record({ ...place, name: text, failing: fc.array(text), passing: fc.array(text) }), {
        maxLength: 3,
      }),
      excerpts: fc.array(fc.record({ path: text, first: fc.nat(), text }), { maxLength: 2 }),
      steps: fc.array(text, { maxLength: 2 }),
    });
    fc.assert(
      fc.property(answers, fc.integer({ min: 60, max: 120 }), (answer, columns) => {
        const shown = view(answer, columns);
        expect(shown).not.toMatch(/[^\P{Cc}\n]|\p{Bidi_Control}/u);
        const lines = shown.split("\n").filter((line) => columnsOf(line) > columns);
        expect(lines.filter((line) => !line.startsWith("Run it: "))).toEqual([]);
      }),
      { numRuns: 100 },
    );
  });
});

describe("texts of a terminal", () => {
  test("show what would steer it", () => {
    expect(visible("a\u001b[31mb\u0007\tc\r\nd\u202ee\u009bf\0")).toBe("a\\x1b[31mb\\x07    c\nd\\u{202e}e\\x9bf\\x00");
    expect(visible("naïve 日本 👩‍👩‍👧")).toBe("naïve 日本 👩‍👩‍👧");
  });

  test("are measured in columns", () => {
    expect([columnsOf("abc"), columnsOf("日本"), columnsOf("🙂"), columnsOf("e\u0301")]).toEqual([3, 4, 2, 1]);
    expect(clip("日本語", 4)).toBe("日…");
    expect(clip("two\nlines", 20)).toBe("two\\nlines");
  });

  test("are broken at blanks, and none of their characters is lost", () => {
    expect(wrap("the quick brown fox", 10, "  ")).toEqual(["the quick", "  brown", "  fox"]);
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.integer({ min: 5, max: 40 }), (text, width) => {
        const rows = wrap(text, width);
        expect(rows.join("").replace(/\s/g, "")).toBe(text.replace(/\s/g, ""));
        for (const row of rows) expect(columnsOf(row)).toBeLessThanOrEqual(width);
      }),
    );
  });
});
