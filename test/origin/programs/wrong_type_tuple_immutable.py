"""TypeError: item assignment on a tuple that a function made.
bad: wrong-type
"""


def blank(size):
    if size == 2:
        return (0, 0)  # ORIGIN: literal|built
    return [0] * size


def put(row, index, value):
    row[index] = value  # CRASH
    return row


def test_put():
    assert put(blank(3), 1, 5) == [0, 5, 0]
    assert put(blank(2), 1, 5) == [0, 5]
