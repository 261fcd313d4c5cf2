"""A product is zero since one factor is: the line of the product or that of the factor.
honesty: true
bad: zero
"""


def scale(base, factor):
    return base * factor  # ORIGIN: assignment


def ratio(part, base, factor):
    whole = scale(base, factor)
    return part / whole  # CRASH


def test_ratio():
    assert ratio(4, 2, 2) == 1
    assert ratio(4, 2, 0) == 1  # ORIGIN: literal
