import fc from "fast-check";
import { expect, test } from "vitest";
import { noSuite } from "../../src/debugging/patch-suite.ts";
import { type PatchFacts, patchVerdict } from "../../src/debugging/patch-verdict.ts";

const edit: PatchFacts["edit"] = { files: ["a.py"], test: "untouched", sources: true, environment: [] };
const passed: PatchFacts["now"] = { status: "passed", problem: undefined, signature: undefined, failure: undefined };
const before = { status: "failed", signature: "KeyError|a.py:f|1" };
const facts = (more: Partial<PatchFacts>): PatchFacts => ({
  now: passed,
  deadline: 5000,
  before,
  edit,
  suite: undefined,
  ...more,
});

test("what changed besides files is told with a fix", () => {
  const updated = { ...edit, files: [], sources: false, environment: ["attrs 22.1.0 is now 23.2.0"] };
  expect(patchVerdict(facts({ edit: updated }))).toEqual({
    verdict: "fixed",
    summary: "The test passes; attrs 22.1.0 is now 23.2.0.",
  });
});

test("a test that had not failed before is told by what it did", () => {
  const now = { ...passed, status: "failed", signature: "x", problem: "it failed without an exception" } as const;
  expect(patchVerdict(facts({ now, before: { status: "deadline" } }))).toEqual({
    verdict: "new-failure",
    summary: "The test fails: it failed without an exception; it did not come to its end before.",
  });
  const hangs = { ...passed, status: "deadline" } as const;
  expect(patchVerdict(facts({ now: hangs, before: { status: "deadline" } })).verdict).toBe("same-failure");
  expect(patchVerdict(facts({ now: hangs })).summary).toBe("The test did not end within 5 s.");
});

test("a pass is no fix of a test of which no failure is on record", () => {
  for (const before of [undefined, { status: "skipped" }]) {
    expect(patchVerdict(facts({ before }))).toEqual({
      verdict: "not-verified",
      summary: "The test passes; no earlier failure of it is on record.",
    });
  }
  expect(patchVerdict(facts({ before: { status: "not-run" } })).verdict).toBe("fixed");
});

test("every number of the suite is told in words that fit it", () => {
  const suite = {
    ...noSuite,
    newlyBroken: ["b::1", "b::2"],
    failingBefore: ["c::1"],
    failingUnknown: ["d::1", "e::1"],
    unsteady: ["e::1"],
    gone: ["f::1"],
    problem: "the suite did not come to its end: the time was up",
  };
  expect(patchVerdict(facts({ suite })).summary).toBe(
    "The test passes; 2 tests that passed before fail now; 1 test that passed before fails in the suite, but not alone; " +
      "1 other fails, with nothing on record of before; 1 failed before as well; " +
      "1 test that passed before is gone, such as f::1; the suite did not come to its end: the time was up.",
  );
});

test("fixed is said only of a test that passes, untouched, because something changed, and that nothing else pays for", () => {
  const anyFacts: fc.Arbitrary<PatchFacts> = fc.record({
    now: fc.record({
      status: fc.constantFrom("passed", "failed", "skipped", "not-run", "deadline"),
      problem: fc.constantFrom(undefined, "why"),
      signature: fc.constantFrom(undefined, "1", "2"),
      failure: fc.constant(undefined),
    }),
    deadline: fc.nat(10_000),
    before: fc.option(
      fc.record({
        status: fc.constantFrom("failed", "order-dependent", "passed", "skipped", "not-run", "deadline"),
        signature: fc.constantFrom(undefined, "1", "2"),
      }),
      { nil: undefined },
    ),
    edit: fc.record({
      files: fc.constantFrom<string[]>([], ["a.py"]),
      test: fc.constantFrom("function", "surroundings", "untouched"),
      sources: fc.boolean(),
      environment: fc.constantFrom<string[]>([], ["x is new"]),
    }),
    suite: fc.option(
      fc
        .record({
          newlyBroken: fc.constantFrom<string[]>([], ["b"]),
          targetFails: fc.boolean(),
        })
        .map((part) => ({ ...noSuite, ...part })),
      { nil: undefined },
    ),
  });
  fc.assert(
    fc.property(anyFacts, (any) => {
      const { verdict, summary } = patchVerdict(any);
      expect(summary).toMatch(/^[A-Z].*[^.]\.$/);
      expect(summary).not.toContain("undefined");
      const works = any.now.status === "passed" && !any.suite?.targetFails && any.edit.test !== "function";
      if (verdict === "fixed" || verdict === "fixed-but-broke-others") {
        expect(works).toBe(true);
        expect(["failed", "order-dependent", "not-run", "deadline"]).toContain(any.before?.status);
        expect(verdict === "fixed").toBe((any.suite?.newlyBroken.length ?? 0) === 0);
      }
      if (verdict === "same-failure") {
        expect(any.before?.signature === any.now.signature || any.before?.status === "deadline").toBe(true);
      }
      expect(verdict === "not-runnable").toBe(any.now.status === "not-run");
    }),
  );
});
