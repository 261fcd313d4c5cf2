"""Climbing from a leaf: the root's parent was passed as None when the root was made."""


class Folder:
    def __init__(self, name, parent):
        self.name = name
        self.parent = parent

    def child(self, name):
        return Folder(name, self)


def make_root():
    return Folder("/", None)  # ORIGIN: literal


def ancestor(folder, levels):
    current = folder
    while levels:
        current = current.parent
        levels -= 1
    return current.name  # CRASH


def test_ancestor():
    leaf = make_root().child("var").child("log")
    assert ancestor(leaf, 2) == "/"
    assert ancestor(leaf, 3) == "/"
