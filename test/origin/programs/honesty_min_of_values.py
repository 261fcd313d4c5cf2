"""min() with a key picks an element that the project made; the builtin only hands it on.
honesty: true
"""


def offers(extra):
    return [{"name": "a", "rank": 2}, None if extra else {"name": "b", "rank": 3}]  # ORIGIN: literal


def rank(offer):
    return offer["rank"] if offer else 0


def best(extra):
    chosen = min(offers(extra), key=rank)
    return chosen["name"]  # CRASH


def test_best():
    assert best(False) == "a"
    assert best(True) == "a"
