import { resolve } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { textWidth, twoTexts } from "../../src/demo/columns.ts";
import { demo } from "../../src/demo/demo.ts";
import { findPythons } from "../support/pythons.ts";

const texts = fc.tuple(fc.lorem({ maxCount: 60 }), fc.lorem({ maxCount: 60 }));
const letters = (rows: string[]) => rows.join("").replaceAll(" ", "");

test("two texts stand beside each other where there is room, none wider than half, and no character is lost", () => {
  fc.assert(
    fc.property(texts, fc.integer({ min: 120, max: 200 }), ([a, b], width) => {
      const rows = twoTexts(a, b, width).split("\n");
      for (const row of rows) expect([...row].length).toBeLessThanOrEqual(width);
      const halves = rows.map((row) => row.split(" │"));
      expect(letters(halves.map((half) => half[0] ?? ""))).toBe(a.replaceAll(" ", ""));
      expect(letters(halves.map((half) => half[1] ?? ""))).toBe(b.replaceAll(" ", ""));
    }),
  );
});

test("in a narrower terminal they stand below each other, as wide as it is, with a rule between them", () => {
  fc.assert(
    fc.property(texts, fc.integer({ min: 40, max: 118 }), ([a, b], width) => {
      expect(textWidth(width)).toBe(width);
      const rows = twoTexts(a, b, width).split("\n");
      for (const row of rows) expect([...row].length).toBeLessThanOrEqual(width);
      const rule = rows.indexOf("─".repeat(width));
      expect(letters(rows.slice(0, rule))).toBe(a.replaceAll(" ", ""));
      expect(letters(rows.slice(rule + 1))).toBe(b.replaceAll(" ", ""));
    }),
  );
});

test("the demo shows what an agent sees of a real failure without and with Faultline, and where the None was made", async () => {
  const [found] = await findPythons();
  const folder = resolve(found?.python ?? "", "..");
  const lines: string[] = [];
  const env = { ...process.env, PATH: `${folder}:${process.env["PATH"]}` };
  const shown = await demo({ packageRoot: resolve("."), env, width: 200, progress: (line) => lines.push(line) });
  expect(shown).toMatch(/WITHOUT FAULTLINE \(\d+ bytes\) +│ WITH FAULTLINE, this is added \(\d+ bytes\)/);
  expect(shown).toContain("FAILURES");
  expect(shown).toContain("the None was made at shop/pricelist.py:14 in parse_price");
  expect(lines.some((line) => line.includes("install-claude"))).toBe(true);
});
