"""reversed(list(enumerate(…))) meets the None first, while its index is kept."""


def readings():
    values = [7, 8, 9]
    values[1] = None  # ORIGIN: literal
    return values


def last_high(values, limit):
    for index, value in reversed(list(enumerate(values))):
        if value > limit:  # CRASH
            return index
    return -1


def test_last_high():
    assert last_high([1, 5, 2], 3) == 1
    assert last_high(readings(), 50) == -1
