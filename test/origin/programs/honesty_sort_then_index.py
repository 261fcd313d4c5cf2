"""list.sort moves the None to the front before it is taken by index.
honesty: true
"""


def weight(entry):
    return 0 if entry is None else len(entry)


def ranked(names):
    entries = list(names)
    entries.append(None)  # ORIGIN: literal
    entries.sort(key=weight)
    return entries


def first(names):
    entry = ranked(names)[0]
    return entry.upper()  # CRASH


def test_first():
    assert first(["bb", "a"]) == "A"
