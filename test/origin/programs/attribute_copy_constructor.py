"""A clone takes the attribute over from its original, which lost it before."""


class Shape:
    def __init__(self, colour, border):
        self.colour = colour
        self.border = border

    def clone(self):
        return Shape(self.colour, self.border)

    def css(self):
        return "border:%s;color:%s" % (self.border + "px", self.colour)  # CRASH


def strip_border(shape):
    shape.border = None  # ORIGIN: literal
    return shape


def test_clone():
    first = Shape("red", "2")
    second = first.clone()
    third = strip_border(first).clone()
    assert second.css() == "border:2px;color:red"
    assert third.css() == "border:0px;color:red"
