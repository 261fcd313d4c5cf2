"""TypeError: bytes are joined as text; encode() made them.
bad: wrong-type
"""


def field(value):
    if isinstance(value, int):
        return str(value)
    return value.encode("utf-8")  # ORIGIN: library-call


def line(values):
    text = ""
    for value in values:
        text = text + field(value)  # CRASH
    return text


def test_line():
    assert line([1, 2]) == "12"
    assert line([1, "a"]) == "1a"
