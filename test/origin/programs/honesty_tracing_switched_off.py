"""The program itself calls sys.settrace(None), and what happens then is not seen.
honesty: true
"""
import sys


class Box:
    def __init__(self):
        self.value = None
        self.put(4)

    def put(self, value):
        self.value = value


def empty(box):
    box.put(None)  # ORIGIN: literal


def doubled(box):
    return box.value * 2  # CRASH


def test_doubled():
    box = Box()
    assert doubled(box) == 8
    sys.settrace(None)
    empty(box)
    assert doubled(box) == 8
