import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { fixDiff } from "../../eval/checkout.ts";
import { findTruth } from "../../eval/context/truth.ts";
import type { BundledBug } from "../../eval/manifest.ts";
import { findInterpreters } from "../support/pythons.ts";

let work: string;

beforeEach(async () => {
  work = await mkdtemp(join(tmpdir(), "fl-truth-"));
});

afterEach(() => rm(work, { recursive: true, force: true }));

async function truthOf(buggy: Record<string, string>, fixed: Record<string, string>) {
  const bug: BundledBug = {
    kind: "bundled",
    project: "bundled",
    id: "one",
    folder: join(work, "case"),
    testFiles: ["tests/test_a.py"],
    tests: ["tests/test_a.py::test_a"],
    origins: [],
    none: false,
    raises: true,
    grown: false,
  };
  for (const [side, files] of Object.entries({ buggy, fixed })) {
    for (const [path, text] of Object.entries({ "tests/test_a.py": `# ${side}\n`, ...files })) {
      await mkdir(dirname(join(bug.folder, side, path)), { recursive: true });
      await writeFile(join(bug.folder, side, path), text);
    }
  }
  const env = { PATH: process.env["PATH"], HOME: work };
  const diff = await fixDiff(bug, { work, repos: undefined, env });
  const python = (await findInterpreters()).at(-1)?.path ?? "python3";
  return findTruth(diff, join(bug.folder, "buggy"), join(bug.folder, "fixed"), { python, env });
}

const before = `import os


class Cart:
    def total(self):
        def price(item):
            return item.get("price")

        return sum(price(item) for item in self.items)

    def size(self):
        return len(self.items)
`;

test("a changed line counts with the innermost function around it", async () => {
  const truth = await truthOf({ "cart.py": before }, { "cart.py": before.replace('"price"', '"cost"') });
  expect(truth.lines).toEqual([{ path: "cart.py", line: 7, text: 'return item.get("price")' }]);
  expect(truth.functions.map((one) => one.qualname)).toEqual(["Cart.total.price"]);
  expect(truth.omission).toBe(false);
});

test("where lines are only added, the lines around them count, and the function that they go into", async () => {
  const added = before.replace(
    "        return len",
    "        if not self.items:\n            return 0\n        return len",
  );
  const truth = await truthOf({ "cart.py": before }, { "cart.py": added });
  expect(truth.omission).toBe(true);
  expect(truth.lines.map((one) => one.line)).toEqual([11, 12]);
  expect(truth.functions.map((one) => one.name)).toEqual(["size"]);
});

test("comments, docstrings, imports, white space and tests do not count", async () => {
  const after = before
    .replace("import os", "import sys")
    .replace("        def price", '        """The total."""\n        # each item\n        def price')
    .replace("        return len(self.items)", "        return len( self.items )");
  const truth = await truthOf({ "cart.py": before }, { "cart.py": after });
  expect(truth.lines).toEqual([]);
  expect(truth.functions).toEqual([]);
});

test("a new function is not a function that the fix changed", async () => {
  const truth = await truthOf(
    { "cart.py": before },
    { "cart.py": `${before}\n    def empty(self):\n        return 1\n` },
  );
  expect(truth.functions).toEqual([]);
});
