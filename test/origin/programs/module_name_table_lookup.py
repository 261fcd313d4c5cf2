"""A module-level table is filled at import by a loop; one entry is None."""

CODES = {}
for _name in ("red", "green", "blue"):
    CODES[_name] = len(_name)
CODES["black"] = None  # ORIGIN: literal


def mix(first, second):
    return CODES[first] + CODES[second]  # CRASH


def test_mix():
    assert mix("red", "blue") == 7
    assert mix("red", "black") == 3
