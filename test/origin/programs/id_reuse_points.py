"""Points with equal layout come and go; ids repeat, each has `y` stored by a different line."""


class Point:
    def __init__(self, x):
        self.x = x


def flat(x):
    point = Point(x)
    point.y = None
    point.y = 0
    return point


def steep(x):
    point = Point(x)
    point.y = x
    return point


def lost(x):
    point = Point(x)
    point.y = None  # ORIGIN: literal
    return point


def heights(makers):
    total = 0
    for number, maker in enumerate(makers):
        total += maker(number).y  # CRASH
    return total


def test_heights():
    assert heights([flat, steep, flat]) == 1
    assert heights([flat, steep, flat, steep, lost, flat]) == 4
