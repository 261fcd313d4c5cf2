"""Module state survives from one parametrised case to the next; each case begins a new recording."""
import pytest

CACHE = {}


def lookup(key):
    if key == "bad":
        CACHE[key] = None  # ORIGIN: literal
    elif key not in CACHE:
        CACHE[key] = len(key)
    return CACHE[key]


def double(key):
    return lookup(key) * 2.5  # CRASH


@pytest.mark.parametrize("key", ["a", "bb", "a", "bad", "bb"])
def test_double(key):
    assert double(key) == len(key) * 2.5
