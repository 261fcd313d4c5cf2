"""int() refuses a text: only the line of that text may be named.
honesty: true
bad: rejected
"""


def parse(text):
    return int(text)  # CRASH


def total(texts):
    return sum(parse(text) for text in texts)


def test_total():
    assert total(["1", "2"]) == 3
    assert total(["1", "two"]) == 3  # ORIGIN: literal
