"""A mock is told to return None; the call of the mock did not decide that.
honesty: true
"""
from unittest import mock


def stock(client, name):
    reply = client.fetch(name)
    return reply["count"]  # CRASH


def make_client(online):
    if online:
        return mock.Mock(**{"fetch.return_value": {"count": 2}})
    return mock.Mock(**{"fetch.return_value": None})  # ORIGIN: literal


def test_stock():
    assert stock(make_client(True), "tea") == 2
    assert stock(make_client(False), "tea") == 2
