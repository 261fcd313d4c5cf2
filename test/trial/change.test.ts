import fc from "fast-check";
import { expect, test } from "vitest";
import { changeTogether, changeTypically } from "../../src/trial/change.ts";

const twice = { base: 50, other: 100 };
const half = { base: 1_000_000, other: 500_000 };

test("all together, what weighs much decides; in the typical case half as much makes up for twice as much", () => {
  expect(changeTogether([twice, half])).toBeCloseTo(500_100 / 1_000_050 - 1, 12);
  expect(changeTypically([twice, half])).toBeCloseTo(0, 12);
  // The cube root of 2 · 2 · 1/2.
  expect(changeTypically([twice, twice, half])).toBeCloseTo(2 ** (1 / 3) - 1, 12);
});

test("nothing in both is no change; nothing in one is no ratio", () => {
  const none = { base: 0, other: 0 };
  expect([changeTogether([none]), changeTypically([none, none])]).toEqual([0, 0]);
  expect(changeTypically([twice, { base: 0, other: 5 }])).toBeNaN();
  expect(changeTypically([twice, { base: 5, other: 0 }])).toBeNaN();
  expect(
    changeTypically([
      { base: 0, other: 5 },
      { base: 5, other: 0 },
    ]),
  ).toBeNaN();
  expect(changeTypically([])).toBeNaN();
});

test("which side comes first turns the ratio over, and no unit matters", () => {
  const some = fc.integer({ min: 1, max: 10_000_000 });
  fc.assert(
    fc.property(fc.array(fc.record({ base: some, other: some }), { minLength: 1 }), some, (pairs, unit) => {
      for (const change of [changeTogether, changeTypically]) {
        const there = 1 + change(pairs);
        const back = 1 + change(pairs.map(({ base, other }) => ({ base: other, other: base })));
        expect(there * back).toBeCloseTo(1, 9);
        const scaled = pairs.map(({ base, other }) => ({ base: base * unit, other: other * unit }));
        expect((1 + change(scaled)) / there).toBeCloseTo(1, 9);
      }
    }),
  );
});
