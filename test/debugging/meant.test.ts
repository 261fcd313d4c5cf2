import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { meantPlaces } from "../../src/debugging/meant.ts";
import type { Failure } from "../../src/pytest/failure.ts";

let repo: string;

beforeEach(async () => {
  repo = await realpath(await mkdtemp(join(tmpdir(), "fl-meant-")));
  await write("shop/__init__.py", "");
  await write("shop/cart.py", "class Cart:\n    def add_item(self, item):\n        self.items.append(item)\n");
  await write("shop/tax.py", "def tax_of(price):\n    return price * 0.2\n");
  await write("tests/test_shop.py", "def add_items(): pass\n\ncart.add_items(1)\n");
});

afterEach(() => rm(repo, { recursive: true, force: true }));

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(repo, path)), { recursive: true });
  await writeFile(join(repo, path), text);
}

function failure(type: string, message: string, ...paths: string[]): Failure {
  const frames = paths.map((path) => ({ path: join(repo, path), line: 3, function: "test_it" }));
  return {
    nodeId: "tests/test_shop.py::test_it",
    phase: "call",
    exception: { type, message },
    frames,
    chain: [],
    group: [],
    sections: [],
    incomplete: false,
  };
}

test("the method that has the most similar name is meant, in the class that was asked", () => {
  const asked = failure("AttributeError", "'Cart' object has no attribute 'add_items'", "tests/test_shop.py");
  expect(meantPlaces(repo, asked)).toEqual([
    {
      path: join(repo, "shop/cart.py"),
      line: 2,
      last: 3,
      function: "Cart.add_item",
      reason: "the tests ask for add_items, which is not there; this has the most similar name",
    },
  ]);
});

test("a module is asked by its dotted name", () => {
  const of = (module: string) =>
    meantPlaces(repo, failure("ImportError", `cannot import name 'tax_on' from '${module}' (x)`, "tests/test_shop.py"));
  expect(of("shop.tax").map(({ function: name }) => name)).toEqual(["tax_of"]);
  expect(of("shop.cart")).toEqual([]);
});

test("a function is meant by a call whose arguments it does not take", () => {
  const call = failure("TypeError", "tax_of() got an unexpected keyword argument 'rate'", "tests/test_shop.py");
  expect(meantPlaces(repo, call)).toMatchObject([
    { function: "tax_of", reason: "the tests call it with arguments that it does not take" },
  ]);
});

test("what product code asks for is a matter of that code", () => {
  const inside = failure(
    "AttributeError",
    "'Cart' object has no attribute 'add_items'",
    "tests/test_shop.py",
    "shop/tax.py",
  );
  expect(meantPlaces(repo, inside)).toEqual([]);
});
