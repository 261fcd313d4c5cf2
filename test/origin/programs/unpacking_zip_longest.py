"""itertools.zip_longest fills the shorter side with None."""
from itertools import zip_longest


def pairs(old, new):
    return list(zip_longest(old, new))  # ORIGIN: library-call


def changes(old, new):
    result = []
    for before, after in pairs(old, new):
        if before != after:
            result.append(before + "->" + after)  # CRASH
    return result


def test_changes():
    assert changes(["a", "b"], ["a", "c"]) == ["b->c"]
    assert changes(["a"], ["a", "c"]) == ["+c"]
