"""A context manager of one module hands out a field of an object of another module that was closed before."""
from db_session.manager import session
from db_session.engine import Engine


def read(engine):
    with session(engine) as connection:
        return connection["rows"]  # CRASH


def test_read():
    engine = Engine()
    assert read(engine) == 3
    engine.dispose()
    assert read(engine) == 3
