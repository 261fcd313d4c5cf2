"""ZeroDivisionError: the counter starts at zero and is never increased.
bad: zero
"""


def mean(values, floor):
    total = 0
    count = 0  # ORIGIN: literal
    for value in values:
        if value > floor:
            total += value
            count += 1
    return total / count  # CRASH


def test_mean():
    assert mean([1, 3], 0) == 2
    assert mean([1, 3], 5) == 0
