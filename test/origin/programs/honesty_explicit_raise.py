"""The project raises by itself: no bad value to follow, although a None is near.
honesty: true
"""


class OrderError(Exception):
    pass


def find(orders, number):
    return orders.get(number)


def ship(orders, number):
    order = find(orders, number)
    if order is None:
        raise OrderError("no order %d" % number)  # CRASH
    return order["box"]


def test_ship():
    assert ship({1: {"box": "a"}}, 1) == "a"
    assert ship({1: {"box": "a"}}, 2) == "a"
