"""A bare return inside nested loops gives None after many good rounds."""


def first_gap(grid):
    for y, row in enumerate(grid):
        for x, cell in enumerate(row):
            if cell == ".":
                return (x, y)
            if cell == "!":
                return  # ORIGIN: bare-return
    return (-1, -1)


def column(grid):
    gap = first_gap(grid)
    return gap[0]  # CRASH


def test_column():
    assert column(["##.", "###"]) == 2
    assert column(["###", "#!."]) == 2
