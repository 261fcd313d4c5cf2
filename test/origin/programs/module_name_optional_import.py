"""`except ImportError: name = None` at module level: the optional library is not installed."""

try:
    import faultline_no_such_yaml as yaml
except ImportError:
    yaml = None  # ORIGIN: module-name|literal

DEFAULTS = {"indent": 2}


def dump(data):
    merged = dict(DEFAULTS, **data)
    return yaml.dump(merged)  # CRASH


def test_dump():
    assert dump({"a": 1}) == "a: 1\n"
