"""get(..., {}) hides the first miss; the second get misses."""


def street(user):
    address = user.get("address", {})
    name = address.get("street")  # ORIGIN: miss
    return name


def envelope(user):
    line = street(user)
    return user["name"] + ", " + line  # CRASH


def test_envelope():
    assert envelope({"name": "Ada", "address": {"street": "Main"}}) == "Ada, Main"
    assert envelope({"name": "Bob"}) == "Bob, Main"
