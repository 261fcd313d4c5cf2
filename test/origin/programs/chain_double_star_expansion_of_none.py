"""`**None` in a call."""


def connect(host="db", port=1):
    return "%s:%d" % (host, port)


def profile(name):
    profiles = {"local": {"host": "localhost"}, "empty": None}  # ORIGIN: literal
    return profiles.get(name, {})


def open_profile(name):
    options = profile(name)
    return connect(**options)  # CRASH


def test_open_profile():
    assert open_profile("local") == "localhost:1"
    assert open_profile("other") == "db:1"
    assert open_profile("empty") == "db:1"
