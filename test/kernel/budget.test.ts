import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { pack, utf8Bytes } from "../../src/kernel/budget.ts";

describe("packing into a budget", () => {
  test("keeps what comes first, and smaller things behind one that does not fit", () => {
    expect(pack([4, 5, 1], 6, (size) => size)).toEqual({ kept: [4, 1], omitted: [5], used: 5 });
  });

  test("never exceeds the limit, loses nothing and keeps the order", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: "grapheme" })), fc.nat(60), (items, limit) => {
        const { kept, omitted, used } = pack(items, limit, utf8Bytes);
        expect(used).toBeLessThanOrEqual(limit);
        expect(used).toBe(utf8Bytes(kept.join("")));
        expect(kept.length + omitted.length).toBe(items.length);
        expect(items.filter((item) => kept.includes(item)).length).toBeGreaterThanOrEqual(kept.length);
      }),
    );
  });
});
