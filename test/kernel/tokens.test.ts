import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { loadTokenCounter } from "../../src/kernel/tokens.ts";

describe("counting tokens", () => {
  test.each([
    ["", 0],
    ["hello world", 2],
    ["hello world, hello world", 5],
    ["1234567", 3],
    ["🙂", 1],
  ])("%j takes %i", async (text, tokens) => {
    expect((await loadTokenCounter())(text)).toBe(tokens);
  });

  test("takes what is a control token elsewhere for text", async () => {
    const count = await loadTokenCounter();
    for (const text of ["<|endoftext|>", "<|fim_prefix|>", "<|endofprompt|>", "<|im_start|>"]) {
      expect(count(text)).toBeGreaterThan(2);
      expect(count(`a ${text} b`)).toBeGreaterThan(count("a b"));
    }
  });

  test("takes at least one token for any text, and at most one for each byte", async () => {
    const count = await loadTokenCounter();
    fc.assert(
      fc.property(fc.string({ unit: "binary", minLength: 1 }), (text) => {
        expect(count(text)).toBeGreaterThan(0);
        expect(count(text)).toBeLessThanOrEqual(Buffer.byteLength(text));
      }),
    );
  });

  test("is within some percent for a megabyte without a blank, which it counts in pieces", async () => {
    const count = await loadTokenCounter();
    const one = count("ab".repeat(500));
    expect(count("ab".repeat(500_000))).toBe(one * 1000);
  });
});
