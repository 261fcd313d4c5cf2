"""re.match finds nothing in one of many lines."""
import re

LINE = re.compile(r"(\w+)\s+(\d+)")


def count(line):
    found = LINE.match(line)  # ORIGIN: miss
    return int(found.group(2))  # CRASH


def total(lines):
    return sum(count(line) for line in lines)


def test_total():
    assert total(["tea 3", "cake 4"]) == 7
    assert total(["tea 3", "cake four"]) == 7
