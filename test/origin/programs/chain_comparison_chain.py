"""A chained comparison `low < value < high`: the last operand is the None."""


class Limits:
    def __init__(self, low, high=None):  # ORIGIN: default-argument
        self.low = low
        self.high = high


def inside(limits, value):
    return limits.low < value < limits.high  # CRASH


def count(limits, values):
    return sum(1 for value in values if inside(limits, value))


def test_count():
    assert count(Limits(1, 5), [2, 3]) == 2
    assert count(Limits(4), [2, 3]) == 0
    assert count(Limits(1), [0, 3]) == 1
