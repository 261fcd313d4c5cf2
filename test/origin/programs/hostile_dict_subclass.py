"""A dict subclass whose reading methods have side effects holds the None."""


class OnceDict(dict):
    def get(self, key, default=None):
        return self.pop(key, default)

    def items(self):
        self.clear()
        return []

    def keys(self):
        self.clear()
        return []


def tickets():
    box = OnceDict()
    box["a"] = 1
    box["b"] = None  # ORIGIN: literal
    return box


def redeem(box, key):
    value = box.get(key)
    return value + 1  # CRASH


def test_redeem():
    assert redeem(tickets(), "a") == 2
    assert redeem(tickets(), "b") == 2
