"""UnboundLocalError: `+=` on a name that is global elsewhere; reading and binding are the same line.
bad: unset-name
"""

total = 0


def add(amount):
    total += amount  # ORIGIN: never-set # CRASH
    return total


def add_all(amounts):
    return [add(amount) for amount in amounts]


def test_add_all():
    assert add_all([1, 2]) == [1, 3]
