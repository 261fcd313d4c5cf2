import { expect, test } from "vitest";
import { effectOf, namesIn } from "../../src/localization/names.ts";

test("names are those of variables: no keywords, texts, comments or attributes, but those of self", () => {
  expect([...namesIn("assert shop.total(self.cart, x[i]) == 'a name' and not None  # in a shop")]).toEqual([
    "shop",
    "self.cart",
    "x",
    "i",
  ]);
});

test.each([
  ["total = cart.total(rate)", ["total"], [], ["cart", "rate"]],
  ["a, (b, c) = pair", ["a", "b", "c"], [], ["pair"]],
  ["a = b = read(path)", ["a", "b"], [], ["read", "path"]],
  ["self.cart = Cart(limit=3)", ["self.cart"], [], ["Cart", "limit"]],
  ["total += tax", [], ["total", "tax"], ["total", "tax"]],
  ["cart.items[key] = item", [], ["cart", "key", "item"], ["cart", "key", "item"]],
  ["cart.add(item)", [], ["cart", "item"], ["cart", "item"]],
  ["self.assertEqual(cart.total(), 3)", [], [], ["self.assertEqual", "cart"]],
  ["assert total == 3", [], [], ["total"]],
  ["for item in cart.items:", ["item"], [], ["cart"]],
  ["with open(path) as file, lock:", ["file"], [], ["open", "path", "lock"]],
  ["def helper(x):", ["helper"], [], []],
  ["from shop import Cart, tax", ["Cart", "tax"], [], []],
  ["same = a == b", ["same"], [], ["a", "b"]],
])("%s", (text, sets, changes, reads) => {
  const effect = effectOf(text);
  expect({ sets: [...effect.sets], changes: [...effect.changes], reads: [...effect.reads] }).toEqual({
    sets,
    changes,
    reads,
  });
});
