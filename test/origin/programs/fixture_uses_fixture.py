"""One fixture builds on another; the None is made in the first and read in the test."""
import pytest


class User:
    def __init__(self, name, manager):
        self.name = name
        self.manager = manager


@pytest.fixture
def boss():
    return User("eve", None)  # ORIGIN: literal


@pytest.fixture
def worker(boss):
    return User("ada", boss)


def path(user, levels):
    current = user
    for _ in range(levels):
        current = current.manager
    return current.name  # CRASH


def test_path(worker, boss):
    assert path(worker, 1) == "eve"
    assert path(worker, 2) == "zoe"
