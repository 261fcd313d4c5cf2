"""A None among a hundred thousand elements, moved by sort and reverse.
honesty: true
"""


def load(count, hole):
    values = list(range(count))
    if hole >= 0:
        values[hole] = None  # ORIGIN: literal
    values.reverse()
    return values


def total(values):
    result = 0
    for value in values:
        result += value  # CRASH
    return result


def test_total():
    assert total(load(4, -1)) == 6
    assert total(load(100000, 7)) == 6
