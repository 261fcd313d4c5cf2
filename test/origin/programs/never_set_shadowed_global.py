"""UnboundLocalError: an assignment further down makes the name local in the whole function.
bad: unset-name
"""

COUNT = 5


def consume(amount):
    left = COUNT - amount  # CRASH
    if left < 0:
        COUNT = 0  # ORIGIN: never-set
    return left


def test_consume():
    assert consume(2) == 3
