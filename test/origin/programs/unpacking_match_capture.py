"""A match statement captures a None from a tuple and from an object's attribute.
min-python: 3.10
"""


class Circle:
    __match_args__ = ("radius", "label")

    def __init__(self, radius, label):
        self.radius = radius
        self.label = label


def shapes():
    return [
        Circle(2, None),
        Circle(None, "dot"),  # ORIGIN: literal
    ]


def area(shape):
    match shape:
        case Circle(radius, None):
            return radius * radius
        case Circle(radius, label):
            return radius * len(label)  # CRASH
        case (width, height):
            return width * height


def test_area():
    assert area((2, 3)) == 6
    assert area(shapes()[0]) == 4
    assert area(shapes()[1]) == 3
