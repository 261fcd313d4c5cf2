"""A small piece of a project.

>>> total([1, 2])
4
"""


class OrderError(Exception):
    def __init__(self, order, reason):
        super().__init__(order, reason)
        self.reason = reason

    def __str__(self):
        return "order refused: " + self.reason


def total(prices):
    return sum(prices)


def find(orders, name):
    for order in orders:
        if order["name"] == name:
            return order


def price(orders, name):
    __tracebackhide__ = True
    return find(orders, name)["price"]


def load(text):
    try:
        return int(text)
    except ValueError as error:
        raise OrderError(text, "no number") from error
