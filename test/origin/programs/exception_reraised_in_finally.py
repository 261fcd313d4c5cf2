"""A bare raise after a clean-up keeps the first traceback."""

CLOSED = []


class Store:
    def __init__(self, path):
        self.path = path

    def close(self):
        CLOSED.append(self.path)


def key_of(store, name):
    return store.path + "/" + name  # CRASH


def lookup(path, name):
    store = Store(path)
    try:
        return key_of(store, name)
    except TypeError:
        store.path = "unknown"
        raise
    finally:
        store.close()


def test_lookup():
    assert lookup("/a", "b") == "/a/b"
    assert lookup("/a", None) == "/a/"  # ORIGIN: literal
