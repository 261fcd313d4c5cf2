"""A module-level None is never replaced, since nobody calls connect()."""

BACKEND = "memory"
_connection = None  # ORIGIN: module-name


def connect():
    global _connection
    _connection = [BACKEND]


def query(sql):
    return _connection.index(sql)  # CRASH


def test_query():
    assert query("memory") == 0
