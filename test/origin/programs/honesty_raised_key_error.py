"""A KeyError raised by the project's own mapping is not about a dict.
honesty: true
"""


class Settings:
    def __init__(self, pairs):
        self.pairs = pairs

    def __getitem__(self, name):
        for known, value in self.pairs:
            if known == name:
                return value
        raise KeyError(name)  # CRASH


def depth(settings):
    return settings["depth"]


def test_depth():
    assert depth(Settings([("depth", 1)])) == 1
    assert depth(Settings([("width", 1)])) == 1
