"""KeyError: the dict literal never had the key; a near name is there.
bad: missing-key
"""


def settings():
    return {"host": "db", "port": 5432}  # ORIGIN: built


def connect(options):
    return options["host"] + "/" + options["database"]  # CRASH


def test_connect():
    assert connect({"host": "a", "database": "b"}) == "a/b"
    assert connect(settings()) == "db/shop"
