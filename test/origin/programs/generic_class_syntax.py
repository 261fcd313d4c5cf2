"""A generic class in the new syntax keeps a None in its slot.
min-python: 3.12
"""


class Slot[T]:
    def __init__(self, value: T | None = None) -> None:  # ORIGIN: default-argument
        self.value = value

    def map[U](self, function) -> "Slot[U]":
        return Slot(function(self.value))


def double(number: int) -> int:
    return number * 2.0  # CRASH


def test_double():
    assert Slot(2).map(double).value == 4
    assert Slot().map(double).value == 0
