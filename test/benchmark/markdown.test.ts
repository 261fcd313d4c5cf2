import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { code, duration, percent, rateText, table } from "../../src/benchmark/markdown.ts";
import { rateOf } from "../../src/trial/rates.ts";

describe("Markdown", () => {
  test("a table has as many cells in each row as in its head, whatever is in them", () => {
    const cells = fc.array(fc.tuple(fc.string(), fc.string({ unit: fc.constantFrom("|", "\n", "`", "a") })), {
      minLength: 1,
    });
    fc.assert(
      fc.property(cells, (rows) => {
        const lines = table(["one", "two"], rows).split("\n");
        expect(lines).toHaveLength(rows.length + 2);
        for (const line of lines) expect(line.match(/(?<!\\)\|/g)).toHaveLength(3);
      }),
    );
  });

  test("columns of numbers stand right, others left", () => {
    const rule = table(
      ["a", "b", "c", "d"],
      [
        ["x", "97.0 % (91.5–99.0)", "±0.0", "–"],
        ["1", "–", "< 0.001", "1 or more"],
      ],
    ).split("\n")[1];
    expect(rule).toBe("| :-- | --: | --: | --: |");
  });

  test("code cannot be left from within, and is one line", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom("`", "a", "\n", " ", "<") }), (text) => {
        const [, fence = "", inner = ""] = /^(`+)(.*?)\1$/.exec(code(`x${text}x`)) ?? [];
        expect(fence).not.toBe("");
        expect(inner.trim()).toBe(`x${text}x`.replace(/\s+/g, " "));
      }),
    );
  });

  test("a rate is rounded to 100 % or 0 % only where it is that", () => {
    expect([0, 0.0001, 0.5, 0.9999, 1, Number.NaN].map(percent)).toEqual([
      "0.0 %",
      "0.1 %",
      "50.0 %",
      "99.9 %",
      "100.0 %",
      "–",
    ]);
    expect(rateText(rateOf(0, 0))).toBe("–");
  });

  test("times are told in the unit that suits them", () => {
    expect([0, 12.4, 999.4, 1000, 5149].map(duration)).toEqual(["0 ms", "12 ms", "999 ms", "1.0 s", "5.1 s"]);
  });
});
