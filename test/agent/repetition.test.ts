import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { goesRound, RepetitionGuard, repetitionIn } from "../../src/agent/repetition.ts";

describe("the guard against repetition", () => {
  test("the same call with the same answer is noticed, whatever the order of its arguments", () => {
    const guard = new RepetitionGuard();
    expect(guard.note("search", { text: "a", path: "." }, "nothing", 1)).toBeUndefined();
    expect(guard.note("search", { path: ".", text: "a" }, "nothing", 2)).toBe(1);
    expect(guard.note("search", { path: ".", text: "a" }, "nothing", 3)).toBe(1);
  });

  test("the same call with another answer is none: a test that runs again after an edit", () => {
    const guard = new RepetitionGuard();
    guard.note("run_pytest", {}, "FAILED", 1);
    expect(guard.note("run_pytest", {}, "PASSED", 2)).toBeUndefined();
  });

  test("going in circles over several calls ends, too; something new starts the count again", () => {
    const guard = new RepetitionGuard();
    const circle = (from: number) => {
      for (let step = from; step < from + 3; step += 1)
        guard.note("read_file", { path: String(step % 3) }, "text", step);
    };
    circle(0);
    circle(3);
    expect(guard.isStuck).toBe(false);
    guard.note("search", { text: "new" }, "found", 6);
    circle(7);
    expect(guard.isStuck).toBe(false);
    circle(10);
    expect(guard.isStuck).toBe(true);
  });
});

describe("a turn that repeats itself", () => {
  test("is found with the place behind its second time", () => {
    const round = " I will now read the file again.";
    const text = `Let me see: ${round.repeat(40)}`;
    expect(text.slice(0, repetitionIn(text, false))).toBe(`Let me see: ${round.repeat(2)}`);
  });

  test("is found while it is written as well, whatever comes before", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 3000 }), fc.string({ minLength: 1, maxLength: 300 }), (before, round) => {
        const text = before + round.repeat(Math.ceil(1200 / round.length) + 1);
        expect(goesRound(text)).toBe(true);
        expect(repetitionIn(text, false)).toBeDefined();
      }),
    );
    expect(goesRound(Array.from({ length: 400 }, (_, n) => `line ${n}`).join("\n"))).toBe(false);
  });

  test("less is enough where it had to be cut", () => {
    const text = `x = ${"1, ".repeat(80)}`;
    expect(repetitionIn(text, true)).toBeDefined();
    expect(repetitionIn(text, false)).toBeUndefined();
  });

  test("code is none, with its indentation and lines of signs", () => {
    const code = `${"# ".padEnd(120, "=")}\n${Array.from({ length: 60 }, (_, n) => `        self.value_${n} = read(${n})`).join("\n")}`;
    expect(repetitionIn(code, true)).toBeUndefined();
  });

  test("any short text that is said often enough is found, and what is kept is a beginning of the turn", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 50 }), fc.string({ minLength: 1, maxLength: 40 }), (before, round) => {
        const text = before + round.repeat(Math.ceil(1200 / round.length));
        const at = repetitionIn(text, false);
        expect(at).toBeLessThanOrEqual(before.length + 2 * round.length);
      }),
    );
  });
});
