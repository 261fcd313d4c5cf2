import { expect, test } from "vitest";
import { testText } from "../../src/debugging/test-text.ts";

const source = `import pytest

@pytest.fixture
def shop(): return 1

@pytest.mark.parametrize(
    "price",
    [1, 2],
)
# a comment
@pytest.mark.slow
def test_price(
    price,
):
    text = """
    kept
"""

    assert price  # checked
    def test_inner(): pass

class TestShop:
    limit = 3

    class TestInner:
        def test_total(self):
            assert 1

    def test_total(self):
        assert 2

async def test_total():
    assert 3
`;

test("the text of a test is its function with its decorators, without comments of their own and blank lines", () => {
  expect(testText(source, "t.py::TestShop::test_total")).toBe("    def test_total(self):\n        assert 2");
  expect(testText(source, "t.py::TestShop::TestInner::test_total")).toBe(
    "        def test_total(self):\n            assert 1",
  );
  expect(testText(source, "t.py::test_total")).toBe("async def test_total():\n    assert 3");
  const price = testText(source, "t.py::test_price[a::b]")?.split("\n");
  expect(price?.[0]).toBe("@pytest.mark.parametrize(");
  expect(price?.at(-1)).toBe("    def test_inner(): pass");
  expect(price).not.toContain("# a comment");
});

test("an edit of the test changes it, an edit elsewhere does not", () => {
  const of = (text: string) => testText(text, "t.py::TestShop::test_total");
  expect(of(source.replace("assert 2", "assert True"))).not.toBe(of(source));
  expect(of(source.replace("assert 1", "assert 9").replace("limit = 3", "limit = 4\n\n    # more"))).toBe(of(source));
  expect(testText(source.replace("@pytest.mark.slow", "@pytest.mark.skip"), "t.py::test_price")).not.toBe(
    testText(source, "t.py::test_price"),
  );
});

test("a test that its file does not show has no text", () => {
  expect(testText(source, "t.py::TestShop::test_inherited")).toBeUndefined();
  expect(testText(source, "t.py::test_gone")).toBeUndefined();
});
