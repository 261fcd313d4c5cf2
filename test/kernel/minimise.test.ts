import fc from "fast-check";
import { expect, test } from "vitest";
import { minimise } from "../../src/kernel/minimise.ts";

const numbers = Array.from({ length: 200 }, (_, at) => at);
const needs = (wanted: readonly number[]) => async (items: readonly number[]) =>
  wanted.every((item) => items.includes(item));

test("one item of many is found in some two tries for each halving", async () => {
  for (const wanted of [0, 77, 199]) {
    let tries = 0;
    const found = await minimise(numbers, (items) => {
      tries++;
      return needs([wanted])(items);
    });
    expect(found).toEqual({ items: [wanted], minimal: true });
    expect(tries).toBeLessThanOrEqual(2 * Math.ceil(Math.log2(200)));
  }
});

test("several items that are needed together are found, in their order", () =>
  fc.assert(
    fc.asyncProperty(fc.uniqueArray(fc.nat(60), { minLength: 1, maxLength: 5 }), async (wanted) => {
      const found = await minimise(numbers.slice(0, 61), needs(wanted));
      expect(found).toEqual({ items: wanted.toSorted((a, b) => a - b), minimal: true });
    }),
  ));

test("whatever the property, the result has it, is called minimal only if no item can be spared, and no list is tried twice", () =>
  fc.assert(
    fc.asyncProperty(fc.integer(), fc.integer({ min: 1, max: 12 }), async (seed, length) => {
      const items = numbers.slice(0, length);
      const all = items.join();
      // Any property at all, the same for the same list: also one that comes and goes as items are taken away.
      const has = (list: readonly number[]) => list.join() === all || hash(`${seed} ${list.join()}`) % 3 === 0;
      const tried: string[] = [];
      const found = await minimise(items, async (list) => {
        tried.push(list.join());
        return has(list);
      });
      expect(has(found.items)).toBe(true);
      expect(found.minimal).toBe(true);
      expect(new Set(tried).size).toBe(tried.length);
      expect(tried).not.toContain("");
      if (found.items.length < 2) return;
      for (const spared of found.items) expect(has(found.items.filter((item) => item !== spared))).toBe(false);
    }),
  ));

test("what was found so far is kept when no more may be tried, and is not called minimal", async () => {
  let tries = 0;
  const found = await minimise(numbers, async (items) => (++tries > 3 ? undefined : items.includes(150)));
  expect(found.minimal).toBe(false);
  expect(found.items).toContain(150);
  expect(found.items.length).toBeLessThan(200);
});

function hash(text: string): number {
  let value = 0;
  for (const letter of text) value = (value * 31 + letter.charCodeAt(0)) >>> 0;
  return (value ^ (value >>> 7)) >>> 0;
}
