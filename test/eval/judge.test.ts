import { describe, expect, test } from "vitest";
import { judge, mentioned } from "../../eval/context/judge.ts";
import type { Truth } from "../../eval/context/truth.ts";

const build = { name: "build", qualname: "Shop.build", first: 10, last: 40 };
const inner = { name: "check", qualname: "Shop.build.check", first: 20, last: 25 };

const truth: Truth = {
  lines: [{ path: "shop/cart.py", line: 12, text: "total = None" }],
  functions: [{ ...build, path: "shop/cart.py" }],
  omission: false,
  spans: { "shop/cart.py": [build, inner] },
};

const line = (text: string) => judge(text, truth).line !== undefined;
const named = (text: string) => judge(text, truth).function !== undefined;

describe("a fixed line is in a text", () => {
  test.each([
    ["as path:line", "shop/cart.py:12: TypeError"],
    ["below a folder", "/home/dev/shop/cart.py:12: TypeError"],
    ["in Python's own form", '  File "/home/dev/shop/cart.py", line 12, in build'],
    ["as code", "    total = None"],
    ["as code that pytest marks", ">       total = None"],
    ["as code with its number", " 12     total = None"],
    ["as code with its number, marked", ">12 total = None"],
    ["as code behind a gutter", "  12 | total = None"],
  ])("%s", (_, text) => expect(line(text)).toBe(true));
});

describe("a fixed line is not in a text", () => {
  test.each([
    ["that shows the same code at another line", " 31     total = None"],
    ["that names a line that only begins like it", "shop/cart.py:120: TypeError"],
    ["that names the line of another file", "shop/my_cart.py:12: TypeError"],
    ["that names the line of a file whose name ends alike", "other-shop/cart.py:12: TypeError"],
    ["that shows code which only begins like it", "    total = None or 0"],
  ])("%s", (_, text) => expect(line(text)).toBe(false));

  test("where the code is too short to say anything without its number", () => {
    const short: Truth = { ...truth, lines: [{ path: "shop/cart.py", line: 12, text: "else:" }] };
    expect(judge("    else:", short).line).toBeUndefined();
    expect(judge(" 12     else:", short).line).toBeDefined();
  });
});

describe("a fixed function is in a text", () => {
  test.each([
    ["whose file and name are there", "shop/cart.py:38: in build"],
    ["that calls it, beside its file", "shop/cart.py\n  cart = shop.build()"],
    ["that names a line inside it", "shop/cart.py:38"],
  ])("%s", (_, text) => expect(named(text)).toBe(true));

  test.each([
    ["that uses the name as a word", "shop/cart.py:99 failed to build"],
    ["that names it without its file", "in build"],
    ["that names a line of a function inside it", "shop/cart.py:22"],
  ])("not one %s", (_, text) => expect(named(text)).toBe(false));
});

test("places are found in the order in which a text names them", () => {
  const text = 'b.py:3: in f\n  File "a.py", line 7, in g\nb.py:4: E';
  expect(mentioned(text, ["a.py", "b.py"])).toEqual([
    { path: "b.py", line: 3 },
    { path: "a.py", line: 7 },
    { path: "b.py", line: 4 },
  ]);
});
