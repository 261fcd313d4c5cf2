"""The result of dict.update is returned as if it were the merged dict."""


def merged(base, extra):
    copy = dict(base)
    return copy.update(extra)  # ORIGIN: library-call


def setting(base, extra, key):
    config = merged(base, extra)
    value = config[key]  # CRASH
    return value


def test_setting():
    assert setting({"a": 1}, {"b": 2}, "b") == 2
