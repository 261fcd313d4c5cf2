"""An instance attribute hides the class's None until it is deleted."""


class Theme:
    colour = None  # ORIGIN: class-attribute

    def __init__(self, colour):
        self.colour = colour

    def clear(self):
        del self.colour

    def css(self):
        return "color:" + self.colour  # CRASH


def test_css():
    theme = Theme("red")
    assert theme.css() == "color:red"
    theme.clear()
    assert theme.css() == "color:inherit"
