"""Both operands of the comparison are None, from two places.
honesty: true
"""


class Stamp:
    def __init__(self):
        self.seen = 0
        self.due = 0


def forget(stamp):
    stamp.seen = None  # ORIGIN: literal


def cancel(stamp):
    stamp.due = None  # ORIGIN: literal


def late(stamp):
    return stamp.due < stamp.seen  # CRASH


def test_late():
    stamp = Stamp()
    assert not late(stamp)
    forget(stamp)
    cancel(stamp)
    assert not late(stamp)
