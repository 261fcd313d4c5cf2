"""filter() keeps what a predicate accepts, among it a record whose field is None."""


class Item:
    def __init__(self, name, price):
        self.name = name
        self.price = price


def in_stock(item):
    return item.name != "sold out"


def catalogue():
    yield Item("tea", 3)
    yield Item("sold out", None)
    yield Item("jam", None)  # ORIGIN: literal


def total():
    result = 0
    for item in filter(in_stock, catalogue()):
        result += item.price  # CRASH
    return result


def test_total():
    assert total() == 3
