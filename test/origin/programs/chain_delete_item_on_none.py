"""`del` of an item of None."""


class Store:
    def __init__(self):
        self.buckets = {"a": {"x": 1}}

    def bucket(self, name):
        return self.buckets.get(name)  # ORIGIN: miss

    def remove(self, name, key):
        found = self.bucket(name)
        del found[key]  # CRASH


def test_remove():
    store = Store()
    store.remove("a", "x")
    store.remove("b", "x")
