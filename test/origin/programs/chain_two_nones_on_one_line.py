"""Two operands of one expression are looked at; the left one is a number, the right one the None."""


class Side:
    def __init__(self, length, label=None):
        self.length = length
        self.label = label


def longest(sides):
    found = None
    for side in sides:
        if side.label == "c":
            found = side.length
    return found


def perimeter(shape):
    return shape["a"].length + shape["b"].length + shape["c"].length  # CRASH


def triangle(a, b):
    third = Side(longest([Side(a, "a"), Side(b, "b")]), "c")
    return {"a": Side(a), "b": Side(b), "c": third}


def square_side():
    return Side(2)


def test_perimeter():
    assert perimeter({"a": Side(1), "b": Side(2), "c": Side(3)}) == 6
    shape = triangle(3, 4)
    shape["c"] = Side(5)
    assert perimeter(shape) == 12
    shape["c"] = square_side()
    shape["c"].length = None  # ORIGIN: literal
    assert perimeter(shape) == 9
