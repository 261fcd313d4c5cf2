"""AttributeError: an object of another project class was put into the list.
bad: wrong-type
"""


class Circle:
    def __init__(self, radius):
        self.radius = radius

    def area(self):
        return 3 * self.radius**2


class Label:
    def __init__(self, text):
        self.text = text


def scene(title):
    shapes = [Circle(1), Circle(2)]
    if title:
        shapes.append(Label(title))  # ORIGIN: built|library-call
    return shapes


def area(shapes):
    return sum(shape.area() for shape in shapes)  # CRASH


def test_area():
    assert area(scene("")) == 15
    assert area(scene("map")) == 15
