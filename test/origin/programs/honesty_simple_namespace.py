"""types.SimpleNamespace takes a None from a dict.
honesty: true
"""
from types import SimpleNamespace


def load(name):
    fields = {"name": name, "mail": None if name == "bob" else name + "@x"}  # ORIGIN: literal
    return SimpleNamespace(**fields)


def host(name):
    user = load(name)
    return user.mail.split("@")[1]  # CRASH


def test_host():
    assert host("ada") == "x"
    assert host("bob") == "x"
