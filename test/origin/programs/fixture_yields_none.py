"""A yield fixture yields a name that was None."""
import pytest


@pytest.fixture
def connection():
    handle = None  # ORIGIN: literal
    for name in ("primary", "replica"):
        if name == "standby":
            handle = {"name": name}
    yield handle
    handle = None


def name_of(handle):
    return handle["name"]  # CRASH


def test_name(connection):
    assert name_of(connection) == "primary"
