"""An autouse fixture resets a module global to None before the test."""
import pytest

SETTINGS = {"depth": 2}


@pytest.fixture(autouse=True)
def clean_settings():
    global SETTINGS
    before = SETTINGS
    SETTINGS = None  # ORIGIN: literal
    yield
    SETTINGS = before


def depth():
    return SETTINGS["depth"]  # CRASH


def test_depth():
    assert depth() == 2
