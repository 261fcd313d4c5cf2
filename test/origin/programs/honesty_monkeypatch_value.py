"""monkeypatch.setattr puts a None into a module attribute.
honesty: true
"""
import sys

ENDPOINT = "http://a"


def url(path):
    return ENDPOINT + path  # CRASH


def test_url(monkeypatch):
    assert url("/x") == "http://a/x"
    monkeypatch.setattr(sys.modules[__name__], "ENDPOINT", None)  # ORIGIN: literal
    assert url("/x") == "http://a/x"
