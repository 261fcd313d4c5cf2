"""A fixture falls off its end, so the test gets None."""
import pytest


@pytest.fixture
def cart():
    items = {"tea": 2}
    items["cake"] = 1  # ORIGIN: implicit-return


def count(items):
    return sum(items.values())  # CRASH


def test_count(cart):
    assert count(cart) == 3
