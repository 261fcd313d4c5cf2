"""KeyError: the dict was built twice under the same name; the second build lacks the key.
bad: missing-key
"""


def load(version):
    config = {"name": "svc", "level": "info"}
    if version >= 2:
        config = {"name": "svc", "log": {"level": "info"}}  # ORIGIN: built
    return config


def level(version):
    config = load(version)
    name = config["name"]
    return name + ":" + config["level"]  # CRASH


def test_level():
    assert level(1) == "svc:info"
    assert level(2) == "svc:info"
