"""KeyError: several keys are deleted, one `del` is the cause, the key is re-added once before that.
bad: missing-key
"""


class Cache:
    def __init__(self):
        self.data = {"a": 1, "b": 2, "c": 3}

    def evict(self, key):
        del self.data[key]

    def drop(self, key):
        if key in self.data:
            del self.data[key]  # ORIGIN: deleted

    def read(self, key):
        return self.data[key]  # CRASH


def test_read():
    cache = Cache()
    cache.evict("a")
    cache.evict("b")
    cache.data["b"] = 5
    cache.drop("c")
    assert cache.read("b") == 5
    cache.drop("b")
    assert cache.read("b") == 5
