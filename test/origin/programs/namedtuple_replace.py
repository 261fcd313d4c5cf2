"""namedtuple._replace brings the None in."""
from collections import namedtuple

Version = namedtuple("Version", "major minor patch")


def parse(text):
    version = Version(*[int(part) for part in text.split(".")])
    return version


def floor(version):
    return version._replace(patch=None)  # ORIGIN: literal


def bump(version):
    return version.patch + 1  # CRASH


def test_bump():
    version = parse("1.2.3")
    assert bump(version) == 4
    assert bump(floor(version)) == 1
