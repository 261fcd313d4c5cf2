"""IndexError from pop: the list literal was emptied by a slice assignment.
bad: short-sequence
"""


class Undo:
    def __init__(self):
        self.steps = ["open"]

    def save(self):
        self.steps[:] = []  # ORIGIN: emptied

    def undo(self):
        return self.steps.pop()  # CRASH


def test_undo():
    editor = Undo()
    editor.save()
    editor.steps.append("type")
    assert editor.undo() == "type"
    assert Undo().undo() == "open"
    editor.steps.append("cut")
    editor.save()
    assert editor.undo() == "cut"
