"""One slot of a list is set to None by index; the loop meets it in its third round."""


def free(slots, index):
    slots[index] = None  # ORIGIN: literal


def load():
    return [len(name) for name in ("alpha", "be", "gam", "delta")]


def usage(slots):
    used = 0
    for slot in slots:
        used = used + slot  # CRASH
    return used


def test_usage():
    slots = load()
    assert usage(slots) == 15
    free(slots, 2)
    assert usage(slots) == 12
