"""`first() or second()`: both give None; what is used is the second's, made at another line."""


def from_cache(key):
    return None


def from_disk(key):
    if key == "good":
        return {"data": 1}
    return None  # ORIGIN: literal


def load(key):
    entry = from_cache(key) or from_disk(key)
    return entry["data"]  # CRASH


def test_load():
    assert load("good") == 1
    assert load("bad") == 1
