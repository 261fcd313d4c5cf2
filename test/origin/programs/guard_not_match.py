"""`if not found: raise` after a regular expression that did not match; the raise is some lines below."""
import re


def parse(line):
    found = re.match(r"(\w+)=(\w+)", line)  # ORIGIN: miss
    if not found:
        position = len(line)
        text = "bad line of %d characters" % position
        raise ValueError(text)  # CRASH
    return found.groups()


def parse_all(lines):
    return dict(parse(line) for line in lines)


def test_parse_all():
    assert parse_all(["a=1"]) == {"a": "1"}
    assert parse_all(["a=1", "b"]) == {"a": "1"}
