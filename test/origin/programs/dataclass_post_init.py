"""__post_init__ derives a field and sets it to None."""
from dataclasses import dataclass, field
from typing import Optional


@dataclass
class Rectangle:
    width: int
    height: int
    ratio: Optional[float] = field(init=False, default=1.0)

    def __post_init__(self):
        if self.height == 0:
            self.ratio = None  # ORIGIN: literal
        else:
            self.ratio = self.width / self.height


def is_wide(rectangle):
    return rectangle.ratio > 1.5  # CRASH


def test_is_wide():
    assert is_wide(Rectangle(4, 2))
    assert not is_wide(Rectangle(4, 0))
