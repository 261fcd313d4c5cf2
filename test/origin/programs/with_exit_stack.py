"""ExitStack.enter_context hands on what __enter__ returned."""
from contextlib import ExitStack


class Source:
    def __init__(self, name, rows):
        self.name = name
        self.rows = rows

    def __enter__(self):
        if self.rows:
            return self.rows
        return None  # ORIGIN: literal

    def __exit__(self, *exc):
        return False


def read_all(sources):
    with ExitStack() as stack:
        opened = [stack.enter_context(source) for source in sources]
        return [rows[0] for rows in opened]  # CRASH


def test_read_all():
    assert read_all([Source("a", [1]), Source("b", [2])]) == [1, 2]
    assert read_all([Source("a", [1]), Source("b", [])]) == [1, 0]
