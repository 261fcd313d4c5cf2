"""A class method resets the attribute on the class; the instance reads it through the class."""


class Registry:
    items = {"a": 1}

    @classmethod
    def reset(cls):
        cls.items = None  # ORIGIN: literal

    def lookup(self, name):
        return self.items[name]  # CRASH


def test_lookup():
    registry = Registry()
    assert registry.lookup("a") == 1
    Registry.reset()
    assert registry.lookup("a") == 1
