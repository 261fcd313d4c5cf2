"""setattr with a computed name stores the None.
honesty: true
"""


class Options:
    def __init__(self):
        self.depth = 1
        self.width = 2


def load(options, text):
    for part in text.split():
        name, _, value = part.partition("=")
        parsed = int(value) if value else None  # ORIGIN: literal
        setattr(options, name, parsed)
    return options


def area(options):
    return options.depth * options.width  # CRASH


def test_area():
    assert area(load(Options(), "depth=3")) == 6
    assert area(load(Options(), "width= depth=2")) == 4
