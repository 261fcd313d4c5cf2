"""The same crash line raised before and was caught; the None of the second time comes from another place."""
import contextlib


def cost(item):
    return item["price"] * 2  # CRASH


def estimate(items):
    total = 0
    for item in items:
        with contextlib.suppress(TypeError):
            total += cost(item)
    return total


def basket(day):
    rows = [{"price": 1}, {"price": None}]
    if day == "sunday":
        rows = [{"price": 2}, None]  # ORIGIN: literal
    return rows


def test_cost():
    assert estimate(basket("monday")) == 2
    assert cost(basket("sunday")[1]) == 0
