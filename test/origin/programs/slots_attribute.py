"""An object with __slots__ gets its None from a method of its container."""


class Cell:
    __slots__ = ("value", "style")

    def __init__(self, value):
        self.value = value
        self.style = None


class Sheet:
    def __init__(self, size):
        self.cells = [Cell(index) for index in range(size)]

    def clear(self, index):
        self.cells[index].value = None  # ORIGIN: literal

    def total(self):
        result = 0
        for cell in self.cells:
            result += cell.value  # CRASH
        return result


def test_total():
    sheet = Sheet(4)
    assert sheet.total() == 6
    sheet.clear(2)
    assert sheet.total() == 4
