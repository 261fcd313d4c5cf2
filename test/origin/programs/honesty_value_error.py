"""int() refuses a text: the error is about a value, not about its type.
honesty: true
"""


def parse(text):
    return int(text)  # CRASH


def total(texts):
    return sum(parse(text) for text in texts)


def test_total():
    assert total(["1", "2"]) == 3
    assert total(["1", "two"]) == 3
