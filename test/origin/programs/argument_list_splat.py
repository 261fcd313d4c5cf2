"""A row with one None is spread into positional arguments."""


def area(width, height, scale=1):
    return width * height * scale  # CRASH


def rows():
    yield [2, 3]
    yield [4, 5, 2]
    yield [6, None]  # ORIGIN: literal


def areas():
    result = []
    for row in rows():
        result.append(area(*row))
    return result


def test_areas():
    assert areas() == [6, 40, 6]
