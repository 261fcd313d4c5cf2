"""collections.Counter answers an unknown word with zero.
honesty: true
bad: zero
"""
from collections import Counter


def share(words, first, second):
    counts = Counter(words)
    return counts[first] / counts[second]  # ORIGIN: miss|library-call # CRASH


def test_share():
    assert share(["a", "b", "b"], "b", "a") == 2
    assert share(["a", "b", "b"], "b", "c") == 2
