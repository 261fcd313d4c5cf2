"""An optional group of a match that did match is None."""
import re


def parse(address):
    found = re.match(r"(\w+)(?::(\d+))?$", address)
    host = found.group(1)
    port = found.group(2)  # ORIGIN: miss|library-call
    return host, port


def url(address):
    host, port = parse(address)
    return "http://" + host + ":" + port  # CRASH


def test_url():
    assert url("db:80") == "http://db:80"
    assert url("db") == "http://db:80"
