"""The same three lines run 600 times; the None comes up in round 417 only."""


def reading(index):
    if index == 417:
        return None  # ORIGIN: literal
    return index % 7


def smooth(count):
    last = 0
    total = 0
    for index in range(count):
        current = reading(index)
        total += current - last  # CRASH
        last = current
    return total


def test_smooth():
    assert smooth(400) == 0
    assert smooth(600) == 4
