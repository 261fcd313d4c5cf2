import { describe, expect, test } from "vitest";
import { chosenNames } from "../../src/cli/choices.ts";

const all = ["naive", "retry-only", "resilient", "resilient-no-retry"];

describe("names that an option chooses", () => {
  test("come in their usual order, each once", () => {
    expect(chosenNames("resilient, naive,naive", "--agents", all)).toEqual(["naive", "resilient"]);
  });

  test("may be globs", () => {
    expect(chosenNames("resilient*", "--agents", all)).toEqual(["resilient", "resilient-no-retry"]);
    expect(chosenNames("*", "--agents", all)).toEqual(all);
  });

  test("that fit nothing are refused with those that there are", () => {
    expect(() => chosenNames("naive,nave", "--agents", all)).toThrow(
      expect.objectContaining({
        message: "--agents: nothing is called nave; did you mean naive?",
        hint: "there are naive, retry-only, resilient, resilient-no-retry",
      }),
    );
  });

  test.each([",", "", true])("%j are no names", (value) => {
    expect(() => chosenNames(value, "--agents", all)).toThrow(/^--agents wants/);
  });

  test("are not given twice", () => {
    expect(() => chosenNames(["naive", "resilient"], "--agents", all)).toThrow("--agents is given 2 times");
  });
});
