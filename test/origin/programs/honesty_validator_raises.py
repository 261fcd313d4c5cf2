"""A validator of the project raises about one of its two arguments; which one is a matter of meaning.
honesty: true
"""


class RangeError(ValueError):
    pass


def check(value, limit):
    if value > limit:
        raise RangeError("%d is over %d" % (value, limit))  # CRASH
    return value


def total(values, limit):
    return sum(check(value, limit) for value in values)


def test_total():
    assert total([1, 2], 5) == 3
    assert total([1, 7], 5) == 8
