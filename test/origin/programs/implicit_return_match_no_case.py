"""No case of a match statement fits, and the function falls off its end at the last case.
min-python: 3.10
"""


def price(item):
    match item:
        case {"kind": "tea"}:
            return 3
        case {"kind": "cake", "size": size}:  # ORIGIN: implicit-return
            return 2 * size


def bill(items):
    total = 0
    for item in items:
        total += price(item)  # CRASH
    return total


def test_bill():
    assert bill([{"kind": "tea"}, {"kind": "cake", "size": 2}]) == 7
    assert bill([{"kind": "tea"}, {"kind": "cake"}]) == 5
