import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { excerptAround } from "../../src/debugging/source.ts";

/** The first line of what is shown around `line`, with all above it that belongs to its function. */
async function firstShown(source: string, line: number): Promise<string | undefined> {
  const path = join(await mkdtemp(join(tmpdir(), "source-")), "module.py");
  await writeFile(path, source);
  return excerptAround({ path, line }, { before: 50, after: 0 })?.lines[0];
}

const BEFORE = "def other():\n    return 1\n\n\n";

describe("an excerpt begins with the function around its line", () => {
  test("whose signature has several lines", async () => {
    const source = `${BEFORE}def total(\n    items: list,\n) -> int:\n    count = 0\n    return count / 0\n`;
    expect(await firstShown(source, 9)).toBe("def total(");
  });

  test("whose line is in a block whose head has several lines", async () => {
    const source = `${BEFORE}def total(items):\n    if items:\n        pass\n    for item in (\n        items\n    ):\n        item / 0\n`;
    expect(await firstShown(source, 11)).toBe("def total(items):");
  });

  test("but not with one that ends before it", async () => {
    const source = `${BEFORE}for item in (\n    1,\n):\n    item / 0\n`;
    expect(await firstShown(source, 8)).toBe("def other():");
    const method = `class A:\n    def one(\n        self,\n    ):\n        return 1\n\n    two = 1 / 0\n`;
    expect(await firstShown(method, 7)).toBe("class A:");
  });
});
