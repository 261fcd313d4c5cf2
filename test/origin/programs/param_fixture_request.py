"""A parametrised fixture; its second parameter leads to a bare return."""
import pytest


def driver(kind):
    if kind == "none":
        return  # ORIGIN: bare-return
    return {"kind": kind, "pool": 3}


@pytest.fixture(params=["sqlite", "none"])
def db(request):
    return driver(request.param)


def pool_size(handle):
    return handle["pool"]  # CRASH


def test_pool_size(db):
    assert pool_size(db) == 3
