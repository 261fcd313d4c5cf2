import { expect, test } from "vitest";
import { definitionsIn, similarity } from "../../src/localization/definitions.ts";
import { meantBy, wantedBy } from "../../src/localization/wanted.ts";

const shop = `import os

RATE = 0.2
names: list[str] = []


@cached
def total_price(items):
    """Sum.

    def not_a_function(x): in a text
    """
    def inner(x):
        return x

    return sum(
        items,
)


class Cart:
    limit = 10

    async def add_item(
        self,
        item,
    ):
        # the last thing
        self.items.append(item)

    class Inner:
        def deep(self):
            pass


def last(): return 1
`;

test("definitions are found with their extents, in their classes, and not within functions or texts", () => {
  expect(definitionsIn(shop).map(({ kind, owner, name, line, last }) => [kind, owner, name, line, last])).toEqual([
    ["variable", "", "RATE", 3, 3],
    ["variable", "", "names", 4, 4],
    ["function", "", "total_price", 8, 18],
    ["class", "", "Cart", 21, 33],
    ["variable", "Cart", "limit", 22, 22],
    ["function", "Cart", "add_item", 24, 29],
    ["class", "Cart", "Inner", 31, 33],
    ["function", "Inner", "deep", 32, 33],
    ["function", "", "last", 36, 36],
  ]);
});

test("similarity is what difflib calls the ratio", () => {
  expect(similarity("abcd", "bcde")).toBe(0.75);
  expect(similarity("fix_xml_ampersands", "fix_xml_all_ampersand")).toBeCloseTo(0.8718, 4);
  expect(similarity("", "")).toBe(1);
  expect(similarity("a", "")).toBe(0);
});

test.each([
  ["ImportError", "cannot import name 'totals' from 'shop.cart' (/p/shop/cart.py)", "name", "totals", "", "shop.cart"],
  ["AttributeError", "module 'shop' has no attribute 'totals'", "name", "totals", "", "shop"],
  ["AttributeError", "'Cart' object has no attribute 'totals'", "name", "totals", "Cart", undefined],
  ["AttributeError", "type object 'Cart' has no attribute 'totals'", "name", "totals", "Cart", undefined],
  ["TypeError", "total() got an unexpected keyword argument 'tax'", "call", "total", undefined, undefined],
  ["TypeError", "Cart.total() takes 2 positional arguments but 3 were given", "call", "total", "Cart", undefined],
  ["TypeError", "Cart.total() missing 1 required positional argument: 'tax'", "call", "total", "Cart", undefined],
])("%s: %s", (type, message, what, name, owner, module) => {
  expect(wantedBy({ type, message })).toEqual({ what, name, owner, ...(module !== undefined && { module }) });
});

test("what is about something else asks for nothing", () => {
  expect(wantedBy({ type: "TypeError", message: "expected string or bytes-like object" })).toBeUndefined();
  expect(wantedBy({ type: "ValueError", message: "module 'shop' has no attribute 'totals'" })).toBeUndefined();
});

test("of a missing name the most similar definitions of the same owner are meant, of a call the function itself", () => {
  const all = definitionsIn(shop);
  const meant = (message: string, type = "AttributeError") => {
    const wanted = wantedBy({ type, message });
    return wanted && meantBy(wanted, all).map(({ name }) => name);
  };
  expect(meant("module 'shop' has no attribute 'total_prices'")).toEqual(["total_price"]);
  expect(meant("'Cart' object has no attribute 'add_items'")).toEqual(["add_item"]);
  expect(meant("module 'shop' has no attribute 'add_items'")).toEqual([]);
  expect(meant("module 'shop' has no attribute 'total_price'")).toEqual([]);
  expect(meant("total_price() got an unexpected keyword argument 'tax'", "TypeError")).toEqual(["total_price"]);
});

test("a name that only happens to have many of the letters is not meant", () => {
  const all = definitionsIn("def remove_start(s, start):\n    return s\n");
  expect(meantBy({ what: "name", name: "urlencode_postdata", owner: "" }, all)).toEqual([]);
});
