"""An Enum refuses a value that a default argument gave.
bad: rejected
"""
import enum


class Level(enum.Enum):
    LOW = "low"
    HIGH = "high"


def level_of(options, fallback="middle"):  # ORIGIN: default-argument
    if "level" in options:
        return options["level"]
    return fallback


def configure(options):
    name = level_of(options)
    return Level(name)  # CRASH


def test_configure():
    assert configure({"level": "low"}) is Level.LOW
    assert configure({}) is Level.LOW
