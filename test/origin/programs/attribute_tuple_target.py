"""Attributes are bound by a tuple assignment; the second of them receives the None."""


class Range:
    def __init__(self, text):
        self.start, self.stop = split(text)

    def width(self):
        return self.stop - self.start  # CRASH


def split(text):
    if "-" in text:
        left, right = text.split("-")
        return int(left), int(right)
    stop = None  # ORIGIN: literal
    return int(text), stop


def test_width():
    assert Range("3-9").width() == 6
    assert Range("3").width() == 0
