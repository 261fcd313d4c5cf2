"""The last raise of a converter: the text is bad, that no fallback was given is no fault.
honesty: true
"""


def number(text, fallback=None):
    if text.isdigit():
        return int(text)
    if fallback is not None:
        return fallback
    raise ValueError("no number: " + text)  # CRASH


def numbers(texts):
    return [number(text) for text in texts]


def test_numbers():
    assert number("x", 3) == 3
    assert numbers(["1", "two"]) == [1, 2]
