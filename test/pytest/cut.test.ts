import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Failure, Frame } from "../../src/pytest/failure.ts";
import { type ParsedRun, parseRun } from "../../src/pytest/run.ts";
import { brief, CAPTURED, captured, read } from "./brief.ts";

const FIXTURES = readdirSync(CAPTURED).flatMap((label) =>
  readdirSync(join(CAPTURED, label)).map((file) => captured(label, file.replace(/\.txt$/, ""))),
);
/** A session printed by a test, once an end of the outer one is lost, looks like a run of its own. */
const UNAMBIGUOUS = FIXTURES.filter((text) => text.split("test session starts").length <= 2);
const MIDDLE = "py311-pytest8.3";

function framesOf(failure: Failure): Frame[] {
  return [failure, ...failure.chain, ...failure.group].flatMap((one) => one.frames);
}

function keysOf(run: ParsedRun): Set<string> {
  const key = ({ path, line, function: name }: Frame) => `${path}:${line}:${name}`;
  return new Set(run.failures.flatMap((failure) => framesOf(failure).map(key)));
}

/** What a cut output claims that the whole does not, though it does not say that it is incomplete. */
function invented(whole: ParsedRun, part: ParsedRun): string[] {
  const frames = keysOf(whole);
  const ids = new Set(whole.failedNodeIds);
  const lies = [...keysOf({ ...part, failures: part.failures.filter((failure) => !failure.incomplete) })];
  const wrongIds = part.incomplete ? [] : part.failedNodeIds.filter((id) => !ids.has(id));
  const types = new Set(
    whole.failures.flatMap((one) => [one, ...one.chain, ...one.group]).map((one) => one.exception.type),
  );
  const wrongExceptions = part.failures.filter(
    ({ incomplete, exception: { type } }) => !incomplete && type !== "" && !types.has(type),
  );
  return [...lies.filter((key) => !frames.has(key)), ...wrongIds, ...wrongExceptions.map((one) => one.exception.type)];
}

const fixture = fc.constantFrom(...FIXTURES);
const unambiguous = fc.constantFrom(...UNAMBIGUOUS);
const spot = fc.double({ min: 0, max: 1, noNaN: true });
const RUNS = { numRuns: 800 };

describe("output of which a part is missing", () => {
  it("never yields what the whole does not hold: head cut", () => {
    fc.assert(
      fc.property(unambiguous, spot, (text, at) => {
        expect(invented(parseRun(text), parseRun(text.slice(Math.floor(text.length * at))))).toEqual([]);
      }),
      RUNS,
    );
  });

  it("never yields what the whole does not hold: tail cut", () => {
    fc.assert(
      fc.property(unambiguous, spot, (text, at) => {
        expect(invented(parseRun(text), parseRun(text.slice(0, Math.floor(text.length * at))))).toEqual([]);
      }),
      RUNS,
    );
  });

  it("never yields what the whole does not hold: middle cut, with a mark", () => {
    fc.assert(
      fc.property(unambiguous, spot, spot, (text, one, other) => {
        const [from, to] = [Math.min(one, other), Math.max(one, other)].map((at) => Math.floor(text.length * at)) as [
          number,
          number,
        ];
        if (from === to) return;
        const cut = `${text.slice(0, from)}\n\n... [${to - from} characters truncated] ...\n\n${text.slice(to)}`;
        expect(invented(parseRun(text), parseRun(cut))).toEqual([]);
      }),
      RUNS,
    );
  });

  it("never breaks the reader: any lines left out, doubled or in another order", () => {
    fc.assert(
      fc.property(fixture, fc.infiniteStream(fc.nat(9)), (text, dice) => {
        const lines = text.split("\n").flatMap((line) => {
          const drawn = dice.next().value ?? 0;
          return drawn === 0
            ? []
            : drawn === 1
              ? [line, line]
              : drawn === 2
                ? [line.slice(0, line.length / 2)]
                : [line];
        });
        const run = parseRun(lines.join("\n"));
        expect(run.failures.every((failure) => framesOf(failure).every((frame) => frame.line > 0))).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it("never breaks the reader: any text", () => {
    const piece = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.constantFrom(
        "\n",
        "E   ",
        ">   ",
        "____ x ____",
        "==== FAILURES ====",
        'File "',
        ", line 1, in f",
        ":1: in f",
        " | ",
        "+-+",
        "\u001b[31m",
        "FAILED a::b",
        "Traceback (most recent call last):",
        "[gw0]",
      ),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        const run = parseRun(pieces.join(""));
        expect(run.failedNodeIds).not.toContain("");
        expect(run.evident || run.failures.length === 0).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  it("takes no time to speak of where a line or a repetition is huge", () => {
    const units = [
      "E   a: ",
      ">   x",
      "_ ",
      "__ a __\n",
      "=",
      "= a =\n",
      "[",
      "(",
      " - ",
      "1 failed, ",
      "a.b.",
      "FAILED a::b[",
      "FAILED a::b - c\n",
      "a.py:1: in f\n",
      "a.py:1: ",
      ":1",
      'File "a", line 1, in f\n',
      "  | ",
      "    +-+---------------- 1 ----------------\n",
      "Traceback (most recent call last):\n",
      "\nDuring handling of the above exception, another exception occurred:\n",
      "============================= test session starts ==============================\n",
      `${"=".repeat(70)}\nFAIL: a (b.c)\n`,
      "Ran 1 test in 0.1s\n",
      "[1 lines truncated]",
      "1",
      "\r",
      "\u001b[",
      "a::b PASSED (",
      "SUBFAILED[a] (",
      "[a] SUBFAIL b::c",
      "a ....",
      "- Captured a -\n",
      "file a, line 1\n",
      "Fatal Python error: ",
      "INTERNALERROR> a\n",
      "\u0000",
    ];
    for (const unit of units) {
      const text = unit.repeat(Math.ceil(400_000 / unit.length));
      parseRun(text);
      parseRun(`${text}\n=== 3 failed in 0.1s ===`);
    }
  });
});

describe("the last line of a cut output", () => {
  const conftest = captured(MIDDLE, "confbroken");

  it("is no exception of a conftest that cannot be loaded", () => {
    const cut = conftest.slice(0, conftest.indexOf(": in <module>") + ": in".length);
    expect(parseRun(cut).failures).toMatchObject([{ incomplete: true }]);
    expect(parseRun(conftest).failures).toMatchObject([{ incomplete: false }]);
  });

  it("is no failing test where a test prints the word behind the file that is run", () => {
    const text = captured(MIDDLE, "printed-passes");
    expect(parseRun(text.slice(0, text.indexOf("FAILED") + "FAILED".length)).failedNodeIds).toEqual([]);
  });
});

describe("what is left of a cut output is put to use", () => {
  const text = captured(MIDDLE, "matrix-long-plain");
  const whole = read(MIDDLE, "matrix-long-plain");

  it("names the failure whose heading was cut away by the summary", () => {
    const at = text.indexOf("shop/cart.py:10:");
    const run = parseRun(text.slice(at - 5));
    const [first, ...rest] = run.failures;
    expect(first).toMatchObject({
      nodeId: "tests/test_cart.py::TestCart::test_total[one item - free::[x]]",
      incomplete: true,
    });
    expect(first?.frames.at(-1)).toEqual(whole.failures[2]?.frames.at(-1));
    const ids = rest.map((failure) => failure.nodeId);
    expect(ids.slice(0, 3)).toEqual(whole.failures.slice(3).map((failure) => failure.nodeId));
    expect(run.failedNodeIds.toSorted()).toEqual(whole.failedNodeIds.toSorted());
    expect(run).toMatchObject({ evident: true, incomplete: true });
  });

  it("puts the two sides of one failure together", () => {
    const from = text.indexOf("shop/cart.py:10:");
    const to = text.indexOf("    def price_of(item):", from);
    const run = parseRun(`${text.slice(0, from)}\n\n... [${to - from} characters truncated] ...\n\n${text.slice(to)}`);
    expect(run.failures).toHaveLength(whole.failures.length);
    expect(run.failures[2]).toMatchObject({
      nodeId: "tests/test_cart.py::TestCart::test_total[one item - free::[x]]",
      incomplete: true,
      exception: whole.failures[2]?.exception,
    });
    expect(run.failures[2]?.frames.map((frame) => frame.line)).toEqual([23, 6]);
  });

  it("finds the failing ids in a summary alone, as `tail` and `grep` leave it", () => {
    const lines = text.split("\n");
    for (const part of [lines.slice(-8), lines.filter((line) => /^(?:FAILED|ERROR) /.test(line))]) {
      const run = parseRun(part.join("\n"));
      expect(run.failedNodeIds.toSorted()).toEqual(whole.failedNodeIds.toSorted());
      expect(run).toMatchObject({ evident: true, incomplete: true });
      expect(run.failures.every((failure) => failure.incomplete)).toBe(true);
      expect(run.failures.find((failure) => failure.nodeId.endsWith("test_load"))?.exception).toEqual({
        type: "shop.cart.Empty",
        message: "no cart y",
      });
    }
  });

  it("sees that something failed in a result line alone", () => {
    const run = parseRun(text.trimEnd().split("\n").slice(-1).join("\n"));
    expect(run).toMatchObject({ evident: true, incomplete: true, failures: [], summary: { failed: 4, errors: 2 } });
  });

  it("sees that something failed in the progress alone", () => {
    expect(parseRun(text.slice(0, text.indexOf("=== ERRORS")))).toMatchObject({
      evident: true,
      incomplete: true,
      failures: [],
    });
    const verbose = captured(MIDDLE, "matrix-short-v");
    const run = parseRun(verbose.slice(0, verbose.indexOf("=== ERRORS")));
    expect(run.failedNodeIds.toSorted()).toEqual(whole.failedNodeIds.toSorted());
  });

  it("takes the ids from the tracebacks where the summary was cut away", () => {
    const run = parseRun(text.slice(0, text.indexOf("=== short test summary")));
    expect(run.failures.map((one) => brief(one)[0]?.split(" incomplete")[0])).toEqual(
      whole.failures.map((one) => brief(one)[0]),
    );
    expect(run.failures.slice(0, -1).every((failure) => !failure.incomplete)).toBe(true);
    expect(run.failures.at(-1)?.incomplete).toBe(true);
  });
});

describe("output that another tool has shortened", () => {
  const filtered = (name: string) =>
    readFileSync(join(import.meta.dirname, "fixtures", "filtered", `${name}.txt`), "utf8");

  it("of rtk names the failing tests whose file it shows", () => {
    const run = parseRun(filtered("rtk"));
    expect(run).toMatchObject({ evident: true, incomplete: true });
    expect(run.failedNodeIds).toEqual([
      "tests/test_cart.py::TestCart::test_total[one item - free::[x]]",
      "tests/test_cart.py::test_load",
      "tests/test_cart.py::test_plain",
      "tests/test_cart.py::Old::test_old",
    ]);
  });

  it("of rtk is not evident without a failing test, though it counts an expected failure as one", () => {
    expect(parseRun(filtered("rtk-passing"))).toMatchObject({ evident: false, failures: [] });
  });

  it("of pytest-receptor names every failing test", () => {
    const run = parseRun(filtered("receptor"));
    expect(run).toMatchObject({ evident: true, incomplete: true });
    expect(run.failedNodeIds.toSorted()).toEqual(read(MIDDLE, "matrix-short-plain").failedNodeIds.toSorted());
  });
});
