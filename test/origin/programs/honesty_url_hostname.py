"""A property of a library object computes the None.
honesty: true
"""
from urllib.parse import urlparse


def host(link):
    parts = urlparse(link)
    name = parts.hostname  # ORIGIN: library-call|miss
    return name


def domains(links):
    return [host(link).split(".")[-1] for link in links]  # CRASH


def test_domains():
    assert domains(["http://a.org/x"]) == ["org"]
    assert domains(["http://a.org/x", "/relative"]) == ["org", "-"]
