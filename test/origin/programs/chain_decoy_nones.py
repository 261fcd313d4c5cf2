"""Ten Nones are alive at the crash; only one went into the sum."""


class Reading:
    def __init__(self, value, unit=None, note=None):
        self.value = value
        self.unit = unit
        self.note = note
        self.checked = None


def sensor(kind):
    backup = None
    offset = None
    if kind == "old":
        value = None  # ORIGIN: literal
        return Reading(value, unit=None)
    offset = 1
    return Reading(3 + offset, note=backup)


def combine(readings):
    previous = None
    total = 0
    for reading in readings:
        value = reading.value
        if previous is None:
            previous = value
        total += value  # CRASH
    return total, previous


def test_combine():
    assert combine([sensor("new"), sensor("new")]) == (8, 4)
    assert combine([sensor("new"), sensor("old")]) == (4, 4)
