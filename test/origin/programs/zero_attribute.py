"""ZeroDivisionError: an attribute set to zero by another method.
bad: zero
"""


class Progress:
    def __init__(self, total):
        self.total = total
        self.done = 0

    def cancel(self):
        self.total = 0  # ORIGIN: literal

    def advance(self, steps):
        self.done += steps
        return self.done / self.total  # CRASH


def test_progress():
    progress = Progress(4)
    assert progress.advance(1) == 0.25
    progress.cancel()
    assert progress.advance(1) == 0.5
