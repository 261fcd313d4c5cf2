"""getattr with a None default misses on an object of the wrong class."""


class Circle:
    radius = 2


class Square:
    side = 3


def size(shape):
    radius = getattr(shape, "radius", None)  # ORIGIN: miss
    return radius * 2  # CRASH


def sizes(shapes):
    return [size(shape) for shape in shapes]


def test_sizes():
    assert sizes([Circle()]) == [4]
    assert sizes([Circle(), Square()]) == [4, 6]
