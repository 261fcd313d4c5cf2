"""KeyError: a dict comprehension's filter dropped the key.
bad: missing-key
"""


def prices(rows):
    return {name: price for name, price in rows if price > 0}  # ORIGIN: built


def total(rows, cart):
    table = prices(rows)
    result = 0
    for name in cart:
        result += table[name]  # CRASH
    return result


def test_total():
    rows = [("tea", 3), ("water", 0)]
    assert total(rows, ["tea", "tea"]) == 6
    assert total(rows, ["tea", "water"]) == 3
