"""The dataclass field has a good default; the None is passed explicitly to the generated __init__."""
from dataclasses import dataclass
from typing import Optional


@dataclass
class Point:
    x: int = 0
    y: Optional[int] = 0


def parse(text):
    parts = text.split(",")
    if len(parts) == 2:
        return Point(int(parts[0]), int(parts[1]))
    return Point(int(parts[0]), None)  # ORIGIN: literal


def norm(text):
    point = parse(text)
    return abs(point.x) + abs(point.y)  # CRASH


def test_norm():
    assert norm("3,-4") == 7
    assert norm("3") == 3
