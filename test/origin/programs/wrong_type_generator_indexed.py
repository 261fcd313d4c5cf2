"""TypeError: a generator expression is subscripted where a list was meant.
bad: wrong-type
"""


def squares(count):
    return (number * number for number in range(count))  # ORIGIN: built|literal|library-call


def third(count):
    values = squares(count)
    return values[2]  # CRASH


def test_third():
    assert third(4) == 4
