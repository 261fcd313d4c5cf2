"""KeyError on a dict kept in an attribute; two registries exist and the wrong one is asked.
bad: missing-key
"""


class Registry:
    def __init__(self, parent=None):
        self.parent = parent
        self.factories = dict()  # ORIGIN: built

    def register(self, name, factory):
        self.factories[name] = factory

    def create(self, name):
        return self.factories[name]()  # CRASH


def test_create():
    root = Registry()
    root.register("list", list)
    child = Registry(root)
    child.register("dict", dict)
    assert child.create("dict") == {}
    assert child.create("list") == []
