"""A None in a multi-line list literal, picked by index."""

HANDLERS = [
    str.upper,
    str.lower,
    None,  # ORIGIN: literal
    str.title,
]


def dispatch(code, text):
    handler = HANDLERS[code]
    return handler(text)  # CRASH


def test_dispatch():
    assert dispatch(0, "a") == "A"
    assert dispatch(3, "ab") == "Ab"
    assert dispatch(2, "a") == "a"
