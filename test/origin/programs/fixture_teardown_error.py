"""The test passes and the fixture's teardown crashes on a None that the test left."""
import pytest


class Server:
    def __init__(self):
        self.socket = ["open"]

    def abort(self):
        self.socket = None  # ORIGIN: literal


def shutdown(server):
    server.socket.clear()  # CRASH


@pytest.fixture
def server():
    made = Server()
    yield made
    shutdown(made)


def test_abort(server):
    server.abort()
    assert server.socket is None
