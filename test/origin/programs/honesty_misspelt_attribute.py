"""The attribute's name is misspelt at the crash; the object is the right one.
honesty: true
"""


class Order:
    def __init__(self, total):
        self.total = total


def make(total):
    return Order(total)  # ORIGIN: built|library-call


def tax(order):
    return order.totl * 0.2  # CRASH


def test_tax():
    assert tax(make(10)) == 2
