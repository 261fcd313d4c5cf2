"""monkeypatch replaces a project function by a lambda that gives None."""
import sys


def current_user():
    return {"name": "ada"}


def header():
    user = current_user()
    return "for " + user["name"]  # CRASH


def test_header(monkeypatch):
    assert header() == "for ada"
    monkeypatch.setattr(sys.modules[__name__], "current_user", lambda: None)  # ORIGIN: literal
    assert header() == "for ada"
