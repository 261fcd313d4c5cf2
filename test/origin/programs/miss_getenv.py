"""os.getenv at module level misses; the value is used in a test later."""
import os

DATABASE = os.getenv("FAULTLINE_CORPUS_NO_SUCH_DATABASE")  # ORIGIN: miss
TABLE = "users"


def dsn():
    return "sqlite://" + DATABASE  # CRASH


def test_dsn():
    assert dsn() == "sqlite://memory"
