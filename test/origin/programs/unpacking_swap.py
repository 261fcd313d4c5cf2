"""Two names are swapped; the None moves from one to the other."""


def order(low, high):
    if high is None or low > high:
        low, high = high, low
    return low, high


def clamp(value, limits):
    low, high = order(*limits)
    return min(max(value, low), high)  # CRASH


def test_clamp():
    assert clamp(5, (1, 3)) == 3
    assert clamp(5, (9, 7)) == 7
    assert clamp(5, (1, None)) == 5  # ORIGIN: literal
