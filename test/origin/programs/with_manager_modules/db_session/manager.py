import contextlib


@contextlib.contextmanager
def session(engine):
    connection = engine.connection
    yield connection
