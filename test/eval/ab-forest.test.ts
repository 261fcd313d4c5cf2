import fc from "fast-check";
import { expect, test } from "vitest";
import { forestRows, ratioScale, signedPercent } from "../../eval/ab/forest.ts";
import { changeText } from "../../eval/ab/words.ts";

const area = { left: 190, width: 420 };
const share = fc.double({ min: -1, max: 60, noNaN: true });

test("a scale keeps everything inside, in its order, and its ticks apart", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(share, share, share), { maxLength: 6 }), (triples) => {
      const changes = triples.map((three) => {
        const [low = 0, value = 0, high = 0] = three.toSorted((a, b) => a - b);
        return { low, value, high };
      });
      const { x, ticks } = ratioScale(changes, area);
      const places = ticks.map((ratio) => x(ratio - 1)).toSorted((a, b) => a - b);
      expect(ticks).toContain(1);
      expect(places.every((place, at) => at === 0 || place - (places[at - 1] ?? 0) >= 56)).toBe(true);
      for (const { low, value, high } of changes) {
        const [from = 0, middle = 0, to = 0] = [low, value, high].map(x);
        expect(from >= area.left - 1e-6 && from <= middle && middle <= to).toBe(true);
        expect(to).toBeLessThanOrEqual(area.left + area.width + 1e-6);
      }
    }),
  );
});

test("half as much is as far from no change as twice as much", () => {
  const { x } = ratioScale([{ value: 0, low: -0.5, high: 1 }], area);
  expect(x(0) - x(-0.5)).toBeCloseTo(x(1) - x(0), 9);
});

test("a change is coloured where its interval leaves no doubt, and is never where it has none", () => {
  const looks = [
    { value: -0.2, low: -0.3, high: -0.1 },
    { value: 0.2, low: 0.1, high: 0.3 },
    { value: -0.2, low: -0.4, high: 0.1 },
    { value: -0.2, low: Number.NaN, high: Number.NaN },
  ].map((change) => {
    const row = { name: "", what: "tokens", change, mark: "circle" as const };
    return forestRows([row], ratioScale([change], area), area, 0).join("");
  });
  expect(looks.map((drawn) => /circle .*class="(\w+)"/.exec(drawn)?.[1])).toEqual([
    "less",
    "more",
    "unclear",
    "unclear",
  ]);
  expect(looks.map((drawn) => drawn.includes("<line"))).toEqual([true, true, true, false]);
});

test("shares are written as short as they can be", () => {
  expect([-0.1234, 0.0213, 0, -0.0001, 1.5, Number.POSITIVE_INFINITY].map(signedPercent)).toEqual([
    "−12 %",
    "+2.1 %",
    "+0 %",
    "+0 %",
    "+150 %",
    "–",
  ]);
});

test("no change has no minus, however it came about", () => {
  expect(changeText({ value: -0.0004, low: -0.0006, high: -0 })).toBe("+0.0 % (-0.1 to +0.0)");
});
