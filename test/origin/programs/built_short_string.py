"""IndexError on a string: the empty string comes from strip().
bad: short-sequence
"""


def initial(name):
    clean = name.strip()  # ORIGIN: library-call|built
    return clean[0].upper()  # CRASH


def initials(names):
    return "".join(initial(name) for name in names)


def test_initials():
    assert initials([" ada", "bob "]) == "AB"
    assert initials([" ada", "  "]) == "A"
