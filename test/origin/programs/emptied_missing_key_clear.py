"""KeyError: clear() emptied the dict between two reads.
bad: missing-key
"""


class Buffer:
    def __init__(self):
        self.pending = {}

    def add(self, key, value):
        self.pending[key] = value

    def flush(self):
        sent = len(self.pending)
        self.pending.clear()  # ORIGIN: emptied
        return sent

    def value(self, key):
        return self.pending[key]  # CRASH


def test_buffer():
    buffer = Buffer()
    buffer.add("x", 1)
    assert buffer.value("x") == 1
    assert buffer.flush() == 1
    assert buffer.value("x") == 1
