"""An object with __call__ serves as a function and returns nothing for odd numbers."""


class Halver:
    def __init__(self):
        self.calls = 0

    def __call__(self, number):
        self.calls += 1
        if number % 2 == 0:  # ORIGIN: implicit-return
            return number // 2


def apply(function, numbers):
    total = 0
    for number in numbers:
        total += function(number)  # CRASH
    return total


def test_apply():
    assert apply(Halver(), [2, 4]) == 3
    assert apply(Halver(), [2, 5]) == 3
