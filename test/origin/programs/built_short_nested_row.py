"""IndexError: one row of a multi-line table is shorter than the others.
bad: short-sequence
"""

BOARD = [
    [1, 2, 3],
    [4, 5],  # ORIGIN: built
    [7, 8, 9],
]


def column(board, index):
    return [row[index] for row in board]  # CRASH


def test_column():
    assert column(BOARD, 1) == [2, 5, 8]
    assert column(BOARD, 2) == [3, 6, 9]
