"""dict.get(key, None) with an explicit default misses in the last round of a loop."""

ALIASES = {"g": "gold", "s": "silver"}


def expand(codes):
    names = []
    for code in codes:
        name = ALIASES.get(code, None)  # ORIGIN: miss
        names.append(name)
    return names


def describe(codes):
    return [name + " medal" for name in expand(codes)]  # CRASH


def test_describe():
    assert describe("gs") == ["gold medal", "silver medal"]
    assert describe("gsb") == ["gold medal", "silver medal", "bronze medal"]
