"""IndexError: a slice cuts the list down to one element.
bad: short-sequence
"""


def page(rows, number, size):
    start = number * size
    return rows[start : start + size]  # ORIGIN: built|library-call


def second_of(rows, number):
    current = page(rows, number, 2)
    return current[1]  # CRASH


def test_second_of():
    rows = ["a", "b", "c"]
    assert second_of(rows, 0) == "b"
    assert second_of(rows, 1) == "d"
