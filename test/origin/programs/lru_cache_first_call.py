"""lru_cache in front of a function that falls off its end; the crash follows the first call with this key."""
import functools


@functools.lru_cache(maxsize=8)
def parse_unit(text):
    for unit in ("kg", "g", "m"):  # ORIGIN: implicit-return
        if text.endswith(unit):
            return text[: -len(unit)], unit


def amount(text):
    parsed = parse_unit(text)
    return int(parsed[0])  # CRASH


def test_amount():
    assert amount("3kg") == 3
    assert amount("3kg") == 3
    assert amount("4ft") == 4
