"""ZeroDivisionError in divmod(): an attribute in a class body is zero.
bad: zero
"""


class Pager:
    size = 0  # ORIGIN: class-attribute

    def __init__(self, rows):
        self.rows = rows

    def pages(self):
        full, rest = divmod(len(self.rows), self.size)  # CRASH
        return full + (1 if rest else 0)


class BigPager(Pager):
    size = 2


def test_pages():
    assert BigPager([1, 2, 3]).pages() == 2
    assert Pager([1, 2, 3]).pages() == 3
