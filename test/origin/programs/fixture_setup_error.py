"""The crash happens in the setup phase, inside a function called by a fixture."""
import pytest


def region_of(account):
    regions = {"ada": "eu"}
    return regions.get(account)  # ORIGIN: miss


def bucket(account):
    return "logs-" + region_of(account)  # CRASH


@pytest.fixture
def storage():
    return {"bucket": bucket("bob")}


def test_storage(storage):
    assert storage["bucket"] == "logs-us"
