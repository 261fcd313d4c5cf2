"""collections.ChainMap finds a None in its first map; `get` did not miss.
honesty: true
"""
from collections import ChainMap


def settings(user):
    overrides = {"colour": None} if user == "bob" else {}  # ORIGIN: literal
    return ChainMap(overrides, {"colour": "red", "size": 1})


def css(user):
    colour = settings(user).get("colour", "black")
    return "color:" + colour  # CRASH


def test_css():
    assert css("ada") == "color:red"
    assert css("bob") == "color:red"
