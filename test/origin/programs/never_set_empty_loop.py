"""UnboundLocalError: the binding is in the body of a loop that never ran.
bad: unset-name
"""


def last_total(orders):
    for order in orders:
        total = order["price"] * order["count"]  # ORIGIN: never-set
    return total  # CRASH


def test_last_total():
    assert last_total([{"price": 2, "count": 3}]) == 6
    assert last_total([]) == 0
