"""itertools.starmap calls a project function lazily from C.
honesty: true
"""
import itertools


def area(width, height):
    if height:
        return width * height
    return None  # ORIGIN: literal


def areas(pairs):
    return itertools.starmap(area, pairs)


def total(pairs):
    result = 0
    for value in areas(pairs):
        result += value  # CRASH
    return result


def test_total():
    assert total([(1, 2), (3, 4)]) == 14
    assert total([(1, 2), (3, 0)]) == 2
