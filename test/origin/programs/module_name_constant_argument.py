"""A module-level constant None is handed as an argument and stored."""

DEFAULT_LIMIT = None  # ORIGIN: module-name


class Listing:
    def __init__(self, rows, limit):
        self.rows = rows
        self.limit = limit

    def more(self):
        return len(self.rows) > self.limit  # CRASH


def listing(rows, limit=0):
    return Listing(rows, limit or DEFAULT_LIMIT)


def test_more():
    assert not listing([1, 2], 3).more()
    assert listing([1, 2]).more()
