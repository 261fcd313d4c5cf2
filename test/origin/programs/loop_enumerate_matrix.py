"""A nested loop with enumerate; only cell (1, 2) is None and it was set by another function."""


def matrix(size):
    return [[x * y for x in range(size)] for y in range(size)]


def knock_out(cells, x, y):
    cells[y][x] = None  # ORIGIN: literal


def trace(cells):
    total = 0
    for y, row in enumerate(cells):
        for x, cell in enumerate(row):
            total += cell * (x + y)  # CRASH
    return total


def test_trace():
    cells = matrix(3)
    assert trace(cells) == 30
    knock_out(cells, 2, 1)
    assert trace(cells) == 30
