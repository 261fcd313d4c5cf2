"""A callback registered earlier reads a variable of its defining function that was rebound later."""


class Button:
    def __init__(self):
        self.callbacks = []

    def on_click(self, callback):
        self.callbacks.append(callback)

    def click(self):
        return [callback() for callback in self.callbacks]


def setup(button):
    form = {"fields": 3}

    def submit():
        return form["fields"] + 1  # CRASH

    button.on_click(submit)
    form = None  # ORIGIN: literal
    return button


def test_click():
    assert setup(Button()).click() == [4]
