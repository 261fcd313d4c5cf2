"""An object goes through pickle and comes back with its None.
honesty: true
"""
import pickle


class Snapshot:
    def __init__(self, level):
        self.level = level
        self.note = None


def save(level):
    return pickle.dumps(Snapshot(level))


def restore(data):
    return pickle.loads(data)  # ORIGIN: library-call


def next_level(data):
    snapshot = restore(data)
    return snapshot.level + 1  # CRASH


def test_next_level():
    assert next_level(save(1)) == 2
    assert next_level(save(None)) == 2  # ORIGIN: literal
