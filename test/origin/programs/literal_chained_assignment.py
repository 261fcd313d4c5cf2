"""`first = last = None` makes both names None on one line; one of them is bound again, the other is not."""


def bounds(readings, floor):
    first = last = None  # ORIGIN: literal
    for reading in readings:
        if reading >= floor:
            if first is None:
                first = reading
        if reading < 0:
            last = reading
    return first, last


def spread(readings):
    low, high = bounds(readings, 3)
    return high - low  # CRASH


def test_spread():
    assert spread([1, 3, 8, 9]) == 6
