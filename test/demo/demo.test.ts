import { resolve } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { sideBySide } from "../../src/demo/columns.ts";
import { demo } from "../../src/demo/demo.ts";
import { findPythons } from "../support/pythons.ts";

test("two texts stand beside each other, none wider than half, and no character is lost", () => {
  fc.assert(
    fc.property(
      fc.lorem({ maxCount: 60 }),
      fc.lorem({ maxCount: 60 }),
      fc.integer({ min: 40, max: 120 }),
      (a, b, width) => {
        const shown = sideBySide(a, b, width);
        for (const row of shown.split("\n")) expect([...row].length).toBeLessThanOrEqual(width);
        const halves = shown.split("\n").map((row) => row.split(" │"));
        const words = (at: number) =>
          halves
            .map((half) => half[at] ?? "")
            .join("")
            .replaceAll(" ", "");
        expect(words(0)).toBe(a.replaceAll(" ", ""));
        expect(words(1)).toBe(b.replaceAll(" ", ""));
      },
    ),
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
