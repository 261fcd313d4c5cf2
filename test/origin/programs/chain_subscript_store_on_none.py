"""Item assignment on None: the target of the store is the bad value, not what is stored."""


class Grid:
    def __init__(self, width):
        self.width = width
        self.cells = None  # ORIGIN: literal

    def allocate(self):
        self.cells = [None] * self.width

    def put(self, index, value):
        self.cells[index] = value  # CRASH
        return self


def test_put():
    grid = Grid(2)
    grid.allocate()
    grid.put(0, None)
    assert Grid(3).put(1, None)
