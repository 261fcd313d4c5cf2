"""dict.pop gives a value that was None in the dict (no miss)."""


def request():
    params = {"limit": "10", "offset": "5"}
    params["offset"] = None  # ORIGIN: literal
    return params


def page(params):
    limit = int(params.pop("limit", None))
    offset = int(params.pop("offset", "0"))  # CRASH
    return limit, offset


def test_page():
    assert page({"limit": "2"}) == (2, 0)
    assert page(request()) == (10, 5)
