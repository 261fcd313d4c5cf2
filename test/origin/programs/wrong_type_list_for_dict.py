"""AttributeError: a list is asked for .items(); it was built by a comprehension.
bad: wrong-type
"""


def headers(pairs, raw):
    if raw:
        return [(name, value) for name, value in pairs]  # ORIGIN: built
    return {name: value for name, value in pairs}


def dump(pairs, raw=False):
    lines = []
    for name, value in headers(pairs, raw).items():  # CRASH
        lines.append(name + ": " + value)
    return lines


def test_dump():
    assert dump([("a", "b")]) == ["a: b"]
    assert dump([("a", "b")], raw=True) == ["a: b"]
