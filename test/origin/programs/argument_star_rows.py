"""Rows become objects by `Point(*row)` in a list comprehension over what a generator function's loop collected."""


def missing():
    return None  # ORIGIN: literal


def parse(line):
    parts = line.split(",")
    y = int(parts[1]) if parts[1] else missing()
    return (int(parts[0]), y)


class Point:
    def __init__(self, x, y):
        self.x = x
        self.y = y


def read(lines):
    rows = []
    for line in lines:
        rows.append(parse(line))
    return rows


def points(lines):
    return [Point(*row) for row in read(lines)]


def test_sum():
    made = points(["1,2", "3,", "5,6"])
    total = 0
    for point in made:
        total = total + point.y  # CRASH
    assert total == 8
