import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Facts, leftOut, plan, type StepKind } from "../../src/debugging/planner.ts";

const failed = { status: "failed", seconds: 0.5, bareAssertion: false, origin: "found" } as const;
const facts = (more: Partial<Facts>): Facts => ({ done: [], left: 60_000, otherTestFiles: 5, ...more });
const kinds = (more: Partial<Facts>) => plan(facts(more)).map(({ kind }) => kind);

describe("the rules", () => {
  test("begin with the test alone", () => {
    expect(kinds({})).toEqual(["alone"]);
  });

  test("measure coverage of a test that fails alone, and say why by what its run showed", () => {
    expect(kinds({ done: ["alone"], alone: failed })).toEqual(["coverage"]);
    const reasonOf = (alone: Facts["alone"]) => plan(facts({ done: ["alone"], ...(alone && { alone }) }))[0]?.reason;
    const reasons = [failed, { ...failed, origin: "none" } as const, { ...failed, bareAssertion: true }].map(reasonOf);
    expect(new Set(reasons).size).toBe(3);
  });

  test("compare values only where a passing test shares statements", () => {
    const coverage = { target: "failed", similarPassing: true, complete: true } as const;
    expect(kinds({ done: ["alone", "coverage"], alone: failed, coverage })).toEqual(["values"]);
    expect(
      kinds({ done: ["alone", "coverage"], alone: failed, coverage: { ...coverage, similarPassing: false } }),
    ).toEqual([]);
  });

  test("look for what a test needs that fails alone and passes within the suite", () => {
    const coverage = { target: "passed", similarPassing: true, complete: true } as const;
    expect(kinds({ done: ["alone", "coverage"], alone: failed, coverage })).toEqual(["values", "order"]);
    expect(kinds({ done: ["alone", "coverage", "values"], alone: failed, coverage })).toEqual(["order"]);
  });

  test("search for polluters of a test that passes alone, and trace it after them", () => {
    const alone = { ...failed, status: "passed" } as const;
    expect(kinds({ done: ["alone"], alone })).toEqual(["order"]);
    expect(kinds({ done: ["alone", "order"], alone, polluters: true })).toEqual(["after-polluters"]);
    expect(kinds({ done: ["alone", "order"], alone, polluters: false })).toEqual([]);
    const done = ["alone", "order", "after-polluters"] as const;
    expect(kinds({ done: [...done], alone, polluters: true })).toEqual(["coverage"]);
    const coverage = { target: "failed", similarPassing: true, complete: true } as const;
    expect(kinds({ done: [...done, "coverage"], alone, polluters: true, coverage })).toEqual(["values"]);
  });

  test("stop after a test that hung, was skipped or did not run", () => {
    for (const status of ["deadline", "skipped", "not-run"] as const) {
      expect(kinds({ done: ["alone"], alone: { ...failed, status } })).toEqual([]);
    }
  });

  test("begin nothing for which there is no time", () => {
    expect(kinds({ left: 100 })).toEqual([]);
    expect(kinds({ left: 900, done: ["alone"], alone: failed })).toEqual([]);
    expect(kinds({ left: 1000, done: ["alone"], alone: failed })).toEqual(["coverage"]);
  });

  test("say what was left out for want of time, and only then", () => {
    const slow = { ...failed, seconds: 3 };
    expect(leftOut(facts({ left: 5_000, done: ["alone"], alone: slow }))).toBe("coverage");
    expect(leftOut(facts({ left: 6_000, done: ["alone"], alone: slow }))).toBeUndefined();
    expect(leftOut(facts({ left: 0, done: ["alone"], alone: { ...failed, status: "skipped" } }))).toBeUndefined();
  });

  test("hold nothing back for a step that could not begin with it", () => {
    const shareOf = (left: number) => plan(facts({ left, done: ["alone"], alone: failed }))[0]?.share;
    expect(shareOf(60_000)).toBe(0.7);
    expect(shareOf(3_000)).toBe(1);
    const order = { done: ["alone"], alone: { ...failed, status: "passed" } } as const;
    expect([plan(facts({})), plan(facts({ ...order, done: [...order.done] }))].map(([step]) => step?.share)).toEqual([
      1, 1,
    ]);
  });

  test("never take a step twice, mint an id of its own for each, and come to an end", () => {
    const known = fc.record({
      left: fc.integer({ min: 0, max: 100_000 }),
      otherTestFiles: fc.nat(3),
      alone: fc.record({
        status: fc.constantFrom("failed", "passed", "skipped", "not-run", "deadline", "order-dependent"),
        seconds: fc.nat(20),
        bareAssertion: fc.boolean(),
        origin: fc.constantFrom("found", "partial", "none", undefined),
      }),
      coverage: fc.record({
        target: fc.constantFrom("failed", "passed", undefined),
        similarPassing: fc.boolean(),
        complete: fc.boolean(),
      }),
      polluters: fc.boolean(),
    });
    fc.assert(
      fc.property(known, ({ alone, coverage, polluters, ...rest }) => {
        const done: StepKind[] = [];
        const ids = new Set<string>();
        for (let round = 0; round < 6; round++) {
          const now = {
            ...rest,
            done: [...done],
            ...(done.includes("alone") && { alone }),
            ...(done.includes("coverage") && { coverage }),
            ...(done.includes("order") && { polluters }),
          } as Facts;
          const steps = plan(now);
          const [next] = steps;
          if (!next) return;
          for (const step of steps) {
            expect(done).not.toContain(step.kind);
            expect(ids.has(step.id)).toBe(false);
            ids.add(step.id);
            expect(step.share).toBeGreaterThan(0);
            expect(step.share).toBeLessThanOrEqual(1);
          }
          done.push(next.kind);
        }
        expect.unreachable("more steps than there are kinds");
      }),
    );
  });
});
