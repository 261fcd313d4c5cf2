"""The None was computed in an earlier call and comes out of lru_cache the second time."""
import functools

TABLE = {"EUR": 1, "USD": 2}


@functools.lru_cache(maxsize=None)
def rate(code):
    if code in TABLE:
        return TABLE[code]
    return None  # ORIGIN: literal


def known(codes):
    return [code for code in codes if rate(code) is not None]


def convert(amount, code):
    factor = rate(code)
    return amount * factor  # CRASH


def test_convert():
    assert known(["EUR", "XYZ"]) == ["EUR"]
    assert convert(2, "USD") == 4
    assert convert(2, "XYZ") == 0
