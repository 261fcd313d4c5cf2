"""`names += [...]` brings the None in."""


def collect(people):
    names = []
    for person in people:
        names += [person["first"], person["last"]]
    return names


def longest(names):
    best = ""
    for name in names:
        if len(name) > len(best):  # CRASH
            best = name
    return best


def test_longest():
    people = [
        {"first": "Ada", "last": "Lovelace", "middle": None},
        {"first": "Plato", "last": None},  # ORIGIN: literal
    ]
    assert longest(collect(people[:1])) == "Lovelace"
    assert longest(collect(people)) == "Lovelace"
