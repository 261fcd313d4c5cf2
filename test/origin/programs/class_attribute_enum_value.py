"""An Enum member whose value is None."""
import enum


class Level(enum.Enum):
    LOW = 1
    HIGH = 3
    OFF = None  # ORIGIN: class-attribute|literal


def threshold(level):
    return level.value + 1  # CRASH


def test_threshold():
    assert threshold(Level.LOW) == 2
    assert threshold(Level.OFF) == 0
