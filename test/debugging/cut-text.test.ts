import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cutText, jsonBytes } from "../../src/debugging/cut-text.ts";

describe("cutting a text", () => {
  test("leaves one that fits as it is", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(cutText(text, jsonBytes(text))).toBe(text);
      }),
    );
  });

  test("keeps to its limit, in bytes of JSON, and cuts no character", () => {
    const text = fc.oneof(
      fc.string({ unit: "binary", maxLength: 400 }),
      fc.string({ unit: "grapheme", maxLength: 400 }),
      fc
        .array(fc.constantFrom("👩‍👩‍👧", "e\u0301", "\u0001", "a", " ", "\n", "漢", "🇩🇪"), { maxLength: 300 })
        .map((parts) => parts.join("")),
    );
    fc.assert(
      fc.property(text, fc.integer({ min: 16, max: 200 }), (whole, limit) => {
        const cut = cutText(whole, limit);
        expect(jsonBytes(cut)).toBeLessThanOrEqual(limit);
        if (cut === whole) return;
        const [head = "", tail = ""] = cut.split("…", 2);
        expect(whole.startsWith(head) && whole.endsWith(tail)).toBe(true);
        if (!/\p{Surrogate}/u.test(whole)) expect(cut).not.toMatch(/\p{Surrogate}/u);
      }),
    );
  });

  test.each([
    ["prose loses its end", "expected 3 apples but got 4 pears", 20, "expected 3 apples…"],
    ["a test's id loses its middle", "tests/test_cart.py::test_total[very-long]", 21, "tests/tes…ery-long]"],
    ["an excerpt loses whole lines", "1 def f():\n2     return g()\n3     x", 26, "1 def f():\n…"],
    ["a family is one character", "so 👩‍👩‍👧 👩‍👩‍👧", 26, "so 👩‍👩‍👧 …"],
  ])("%s", (_, text, limit, cut) => {
    expect(cutText(text, limit)).toBe(cut);
  });
});
