"""close() sets the attribute to None after several good uses; __init__'s None is a decoy."""


class Pool:
    def __init__(self):
        self.free = None
        self.open()

    def open(self):
        self.free = [1, 2, 3]

    def take(self):
        return self.free.pop()  # CRASH

    def close(self):
        self.free = None  # ORIGIN: literal


def drain(pool):
    taken = [pool.take(), pool.take()]
    pool.close()
    taken.append(pool.take())
    return taken


def test_drain():
    assert drain(Pool()) == [3, 2, 1]
