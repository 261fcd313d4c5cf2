"""Leaving the with block sets the attribute to None and the object is used after it."""


class Archive:
    def __init__(self, names):
        self.names = names
        self.handle = None

    def __enter__(self):
        self.handle = list(self.names)
        return self

    def __exit__(self, *exc):
        self.handle = None  # ORIGIN: literal
        return False

    def first(self):
        return self.handle[0]  # CRASH


def read(archive):
    with archive as opened:
        name = opened.first()
    return name, opened.first()


def test_read():
    assert read(Archive(["a.txt"])) == ("a.txt", "a.txt")
