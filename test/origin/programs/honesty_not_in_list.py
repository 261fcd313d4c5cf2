"""list.index does not find the name: the list may be short of it or the name may be wrong.
honesty: true
bad: rejected
"""


def columns():
    return ["id", "name", "mail"]  # ORIGIN: built


def position(name):
    names = columns()
    return names.index(name)  # CRASH


def positions(wanted):
    return [position(name) for name in wanted]


def test_positions():
    assert positions(["id", "mail"]) == [0, 2]
    assert positions(["id", "phone"]) == [0, 3]  # ORIGIN: literal
