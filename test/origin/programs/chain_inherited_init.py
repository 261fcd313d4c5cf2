"""Two levels of super().__init__ pass a value on; the middle class replaces it."""


class Base:
    def __init__(self, name, size):
        self.name = name
        self.size = size


class Middle(Base):
    def __init__(self, name, size=None):
        limit = size
        if limit and limit > 10:
            limit = None  # ORIGIN: literal
        super().__init__(name, limit)


class Leaf(Middle):
    def __init__(self, name):
        super().__init__(name, len(name) * 4)

    def half(self):
        return self.size / 2  # CRASH


def test_half():
    assert Leaf("ab").half() == 4
    assert Leaf("abc").half() == 6
