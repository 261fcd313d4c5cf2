"""Objects whose __repr__, __eq__, __len__, __bool__, __hash__ and __iter__ raise: looking at them would break the test."""


class Trap:
    def __init__(self, value):
        self.value = value

    def _sprung(self, *args):
        raise RuntimeError("looked at")

    __repr__ = __str__ = __eq__ = __len__ = __bool__ = __hash__ = __iter__ = __format__ = _sprung


def arm(value):
    trap = Trap(value)
    if value > 2:
        trap.value = None  # ORIGIN: literal
    return trap


def total(count):
    traps = []
    for number in range(count):
        trap = arm(number)
        traps.append(trap)
    result = 0
    for trap in traps:
        result += trap.value  # CRASH
    return result


def test_total():
    assert total(3) == 3
    assert total(4) == 3
