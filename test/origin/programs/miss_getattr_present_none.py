"""getattr finds the attribute here, and it is None: no miss."""


class Plugin:
    def __init__(self, name, version):
        self.name = name
        self.version = version


def load(name):
    if name == "legacy":
        return Plugin(name, None)  # ORIGIN: literal
    return Plugin(name, "1.0")


def major(name):
    plugin = load(name)
    version = getattr(plugin, "version", None)
    return version.split(".")[0]  # CRASH


def test_major():
    assert major("new") == "1"
    assert major("legacy") == "0"
