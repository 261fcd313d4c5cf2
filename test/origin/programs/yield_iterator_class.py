"""A hand-written iterator's __next__ falls off its end instead of raising StopIteration."""


class Countdown:
    def __init__(self, start):
        self.value = start

    def __iter__(self):
        return self

    def __next__(self):
        self.value -= 1
        if self.value >= 0:  # ORIGIN: implicit-return
            return self.value


def total(start):
    result = 0
    for value in Countdown(start):
        result += value  # CRASH
    return result


def test_total():
    assert total(3) == 3
