"""`if name is None or too long: raise`: the name is not None, its length is the reason.
honesty: true
"""


class Label:
    def __init__(self, name, colour=None):
        self.name = name
        self.colour = colour


def check(label):
    if label.name is None or len(label.name) > 5:
        raise ValueError("bad label")  # CRASH
    return label.name


def test_check():
    assert check(Label("tea")) == "tea"
    assert check(Label("chocolate")) == "choco"
