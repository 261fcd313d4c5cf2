"""Recursion that does return: the None is made in the innermost call and handed up through every level."""


def lookup(scopes, name, level):
    if level < 0:
        level = 0
        return None  # ORIGIN: literal
    if name in scopes[level]:
        return scopes[level][name]
    return lookup(scopes, name, level - 1)


def evaluate(scopes, name):
    value = lookup(scopes, name, len(scopes) - 1)
    return abs(value)  # CRASH


def test_evaluate():
    scopes = [{"x": -1}, {"y": 2}, {"z": -3}]
    assert evaluate(scopes, "x") == 1
    assert evaluate(scopes, "w") == 0
