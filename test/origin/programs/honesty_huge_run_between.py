"""Many thousand Nones are stored and overwritten in one attribute; only the last store counts.
honesty: true
"""


class Cell:
    def __init__(self):
        self.value = 0

    def blink(self, number):
        self.value = None
        self.value = number

    def stop(self):
        self.value = None  # ORIGIN: literal


def run(cell, rounds):
    for number in range(rounds):
        cell.blink(number)
    return cell


def value(cell):
    return cell.value + 1  # CRASH


def test_value():
    assert value(run(Cell(), 10)) == 10
    cell = run(Cell(), 60000)
    cell.stop()
    assert value(cell) == 60000
