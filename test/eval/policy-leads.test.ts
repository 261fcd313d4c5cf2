import { expect, test } from "vitest";
import { definitionOf, linesRead, namesCalled, placesIn } from "../../eval/policy/leads.ts";

const OUTPUT = `
test/test_shop.py:12: in test_total
    assert total(basket) == 3
shop/basket.py:40: in total
    return sum(prices)
/repo/shop/price.py:7: AttributeError
  File "shop/tax.py", line 3, in rate
/usr/lib/python3.11/json/decoder.py:337: in decode
/repo/.venv/lib/python3.11/site-packages/pytest/main.py:1: in x
../other/a.py:3: in y
`;

test("places are the project's own, however they are written, in order of appearance", () => {
  expect(placesIn(OUTPUT, "/repo").map(({ path, line }) => `${path}:${line}`)).toEqual([
    "test/test_shop.py:12",
    "shop/basket.py:40",
    "shop/price.py:7",
    "shop/tax.py:3",
  ]);
});

const CODE = `def before():
    not_this()

class Shop:
    def price(self, item):
        """Called by total(x)."""
        tax = self.tax_of(item)  # like old_tax(item)
        base = lookup(
            item
        )
        if len(base) > 1:
            return convert(base.amount) + tax

    def after(self):
        nor_this()`;

test("lines are read as the client prints them", () => {
  expect(linesRead("7\tdef f():\n8\t\treturn 1\n\n<system-reminder>\n9 apples")).toEqual([
    { line: 7, code: "def f():" },
    { line: 8, code: "\treturn 1" },
  ]);
});

test("attributes of self on the line itself come first", () => {
  const lines = [
    { line: 1, code: "def net(self):" },
    { line: 2, code: "    return gross(self.rate) - self.tax(self.sum)" },
  ];
  expect(namesCalled(lines, 2)).toEqual(["rate", "sum", "gross", "tax"]);
});

test("definitions are found as functions, classes and attributes of self", () => {
  const pattern = new RegExp(definitionOf(["tax", "Line"]));
  const rows = ["def tax(x):", "class Line:", "self.tax = 3", "self.tax == 3", "def taxes(x):", "tax(x)"];
  expect(rows.filter((row) => pattern.test(row))).toEqual(rows.slice(0, 3));
});

test("the names that a function calls, those nearest to the line first, without what every program calls", () => {
  const lines = CODE.split("\n").map((code, n) => ({ line: n + 1, code }));
  expect(namesCalled(lines, 12)).toEqual(["convert", "lookup", "tax_of", "total"]);
  expect(namesCalled(lines, 4)).toEqual(["total", "tax_of", "lookup", "convert", "nor_this"]);
  expect(namesCalled(lines, 2)).toEqual(["not_this"]);
  expect(namesCalled(lines, 99)).toEqual([]);
});
