"""The project raises by itself: the None that the guard saw is the only line that may be named.
honesty: true
"""


class OrderError(Exception):
    pass


def find(orders, number):
    return orders.get(number)  # ORIGIN: miss


def ship(orders, number):
    order = find(orders, number)
    if order is None:
        raise OrderError("no order %d" % number)  # CRASH
    return order["box"]


def test_ship():
    assert ship({1: {"box": "a"}}, 1) == "a"
    assert ship({1: {"box": "a"}}, 2) == "a"
