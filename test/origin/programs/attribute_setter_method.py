"""A value goes through a setter, is stored, and copied into a second object."""


class Settings:
    def __init__(self):
        self._level = "info"

    def set_level(self, level):
        self._level = level

    def level(self):
        return self._level


class Logger:
    def __init__(self, settings):
        self.threshold = settings.level()

    def header(self):
        return "[" + self.threshold + "]"  # CRASH


def configure(settings, options):
    if "level" in options:
        settings.set_level(options["level"])
    else:
        settings.set_level(None)  # ORIGIN: literal


def test_logger():
    settings = Settings()
    configure(settings, {})
    assert Logger(settings).header() == "[info]"
