"""A @contextmanager yields a name that was None for a locked resource."""
from contextlib import contextmanager

OPEN = []


@contextmanager
def resource(name):
    handle = {"name": name}
    if name.startswith("locked"):
        handle = None  # ORIGIN: literal
    OPEN.append(name)
    yield handle
    OPEN.remove(name)


def describe(name):
    with resource(name) as handle:
        return handle["name"].upper()  # CRASH


def test_describe():
    assert describe("a.txt") == "A.TXT"
    assert describe("locked.txt") == "LOCKED.TXT"
