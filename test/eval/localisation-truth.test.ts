import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, test } from "vitest";
import { parseDiff } from "../../eval/context/diff.ts";
import { readShapes, readSize } from "../../eval/localisation/shape.ts";
import { findFaults } from "../../eval/localisation/truth.ts";
import { findInterpreters } from "../support/pythons.ts";

let work: string;

beforeEach(async () => {
  work = await mkdtemp(join(tmpdir(), "fl-faults-"));
});

afterEach(() => rm(work, { recursive: true, force: true }));

async function reader() {
  return {
    python: (await findInterpreters()).at(-1)?.path ?? "python3",
    env: { PATH: process.env["PATH"], HOME: work },
  };
}

/** The faults of a fix of one file. */
async function faultsOf(buggy: string, fixed: string, path = "shop.py") {
  for (const [side, text] of Object.entries({ buggy, fixed })) {
    await mkdir(join(work, side), { recursive: true });
    await writeFile(join(work, side, path), text);
  }
  const diff = await promisify(execFile)("git", ["diff", "--no-index", "-U0", `buggy/${path}`, `fixed/${path}`], {
    cwd: work,
  }).catch((error: { stdout: string }) => ({ stdout: error.stdout }));
  const text = diff.stdout.replace(/^(--- a|\+\+\+ b)\/(buggy|fixed)\//gm, "$1/");
  const versions = {
    buggy: await readShapes(join(work, "buggy"), [path], await reader()),
    fixed: await readShapes(join(work, "fixed"), [path], await reader()),
  };
  const { lines, extended, functions } = findFaults(parseDiff(text), versions);
  return {
    lines: lines.map(({ line }) => line),
    extended: extended.map(({ line }) => line),
    functions: functions.map(({ name, first, last }) => `${name} ${first}-${last}`),
  };
}

const shop = `import os


class Cart:
    rate = 2

    @cached
    def total(self):
        """Sums up.

        All of it.
        """
        def price(item):
            return item.cost

        # from the first
        found = 0
        for item in self.items:
            found += price(item)
        return found

    def size(self):
        return len(self.items)
`;

test("a changed line is faulty, and every function around it, decorators included", async () => {
  expect(await faultsOf(shop, shop.replace("item.cost", "item.cost + item.tax"))).toEqual({
    lines: [14],
    extended: [],
    functions: ["total 7-20", "price 13-14"],
  });
});

test("comments, docstrings and blank lines are not faulty; white space within the code is", async () => {
  const fixed = shop.replace("# from the first", "# from zero").replace("All of it.", "All.");
  expect(await faultsOf(shop, fixed)).toEqual({ lines: [], extended: [], functions: [] });
  expect((await faultsOf(shop, shop.replace("found = 0", "found  = 0"))).lines).toEqual([17]);
});

test("where code is only added, the code line behind it is faulty, and the one before it in the extended sense", async () => {
  const fixed = shop.replace("        for item in", "        self.check()\n        for item in");
  expect(await faultsOf(shop, fixed)).toEqual({ lines: [18], extended: [17], functions: ["total 7-20"] });
});

test("the neighbours of added code are looked for in its own function, past comments and heads", async () => {
  const atStart = shop.replace("        def price", "        self.check()\n\n        def price");
  expect(await faultsOf(shop, atStart)).toMatchObject({ lines: [14], extended: [] });
  const atEnd = shop.replace("        return found\n", "        return found\n        print()\n");
  expect(await faultsOf(shop, atEnd)).toMatchObject({ lines: [], extended: [20] });
});

test("a function that is added as a whole has the class around it for its scope", async () => {
  const fixed = shop.replace("    @cached", "    def clear(self):\n        self.items = []\n\n    @cached");
  expect(await faultsOf(shop, fixed)).toEqual({ lines: [], extended: [5], functions: [] });
});

test("code that is added at the end of a file has nothing that could be faulty", async () => {
  expect(await faultsOf(shop, `${shop}\n\ndef more():\n    return 1\n`)).toEqual({
    lines: [],
    extended: [],
    functions: [],
  });
});

test("tests are never faulty", async () => {
  await mkdir(join(work, "buggy", "tests"), { recursive: true });
  await mkdir(join(work, "fixed", "tests"), { recursive: true });
  const found = await faultsOf(shop, shop.replace("found = 0", "found = 1"), "tests/shop.py");
  expect(found).toEqual({ lines: [], extended: [], functions: [] });
});

test("the size of a project counts lines of code and functions, nested ones included, tests left out", async () => {
  await mkdir(join(work, "src"));
  await writeFile(join(work, "src", "shop.py"), shop);
  await writeFile(join(work, "src", "broken.py"), "def (:\n");
  await mkdir(join(work, "src", "tests"));
  await writeFile(join(work, "src", "tests", "test_shop.py"), shop);
  await writeFile(join(work, "one.py"), "# nothing\n\nx = 1\n");
  const suite = { sources: ["src", "one.py", "absent.py"], tests: ["src/tests"] };
  expect(await readSize(work, suite, await reader())).toEqual({ lines: 18, functions: 3 });
});
