"""The guarded name is bound again between the guard and the raise.
honesty: true
"""


class Lost(Exception):
    pass


def locate(shelf, name):
    return shelf.get(name)  # ORIGIN: miss


def fetch(shelf, name):
    book = locate(shelf, name)
    if book is None:
        book = name.upper()
        raise Lost(book)  # CRASH
    return book


def test_fetch():
    assert fetch({"emma": 1}, "emma") == 1
    assert fetch({"emma": 1}, "dune") == 2
