"""__getattr__ answers an unknown attribute with None."""


class Settings:
    def __init__(self, values):
        self.values = values

    def __getattr__(self, name):
        if name in self.values:
            return self.values[name]
        return None  # ORIGIN: literal


def delay(settings):
    return settings.retries * settings.pause  # CRASH


def test_delay():
    assert delay(Settings({"retries": 2, "pause": 3})) == 6
    assert delay(Settings({"retries": 2, "paus": 3})) == 6
