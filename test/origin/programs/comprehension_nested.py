"""Two nested comprehensions flatten rows; one cell is None."""


def sheet():
    return [
        [1, 2],
        [3, None],  # ORIGIN: literal
        [5, 6],
    ]


def cells(rows):
    return [cell for row in rows for cell in row]


def doubled(rows):
    return [2 * abs(cell) for cell in cells(rows)]  # CRASH


def test_doubled():
    assert doubled(sheet()[:1]) == [2, 4]
    assert len(doubled(sheet())) == 6
