"""`[None] * n` makes the slots; one of them is never filled."""


def grid(size):
    return [None] * size  # ORIGIN: literal


def place(cells, pieces):
    for index, piece in pieces:
        cells[index] = piece
    return cells


def draw(cells):
    text = ""
    for cell in cells:
        text += cell  # CRASH
    return text


def test_draw():
    assert draw(place(grid(2), [(0, "x"), (1, "o")])) == "xo"
    assert draw(place(grid(3), [(0, "x"), (2, "o")])) == "x.o"
