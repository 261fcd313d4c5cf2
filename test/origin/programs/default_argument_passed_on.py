"""A default of the outer function is passed on explicitly and wins over the inner default."""


def page_of(rows, size=20):
    return rows[: size * 2]  # CRASH


def listing(rows, size=None):  # ORIGIN: default-argument
    chosen = page_of(rows, size=size)
    return len(chosen)


def test_listing():
    assert listing(list(range(9)), 2) == 4
    assert listing(list(range(9))) == 9
