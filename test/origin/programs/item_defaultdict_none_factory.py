"""A defaultdict whose factory gives None answers a missing key."""
from collections import defaultdict


def prices(rows):
    table = defaultdict(lambda: None)  # ORIGIN: literal
    for name, price in rows:
        table[name] = price
    return table


def bill(table, names):
    total = 0
    for name in names:
        total += table[name]  # CRASH
    return total


def test_bill():
    table = prices([("tea", 3), ("cake", 5)])
    assert bill(table, ["tea", "cake"]) == 8
    assert bill(table, ["tea", "jam"]) == 8
