"""A builtin gets several arguments; len() of the second one fails inside a nested call."""


def fields(record):
    return record["name"], record["note"]


def width(record):
    name, note = fields(record)
    return max(len(name), len(note))  # CRASH


def records():
    plain = {"name": "ada", "note": "x"}
    empty = {"name": "bob", "note": None}  # ORIGIN: literal
    return [plain, empty]


def test_width():
    assert width(records()[0]) == 3
    assert width(records()[1]) == 3
