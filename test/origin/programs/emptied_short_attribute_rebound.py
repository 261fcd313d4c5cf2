"""IndexError: the attribute was rebound to a new empty list, the old list is not the cause.
bad: short-sequence
"""


class Batch:
    def __init__(self, rows):
        self.rows = rows

    def send(self):
        sent = self.rows
        self.rows = []  # ORIGIN: built
        return sent

    def head(self):
        return self.rows[0]  # CRASH


def test_head():
    batch = Batch(["x", "y"])
    assert batch.head() == "x"
    assert len(batch.send()) == 2
    assert batch.head() == "x"
