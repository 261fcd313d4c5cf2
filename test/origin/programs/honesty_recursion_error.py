"""Endless recursion: no bad value; the tracer must survive the deep stack.
honesty: true
"""


class Folder:
    def __init__(self, name):
        self.name = name
        self.parent = None


def path(folder):  # CRASH
    return folder.name if folder.parent is None else path(folder.parent) + "/" + folder.name


def test_path():
    root = Folder("root")
    leaf = Folder("leaf")
    leaf.parent = root
    assert path(leaf) == "root/leaf"
    root.parent = leaf
    assert path(leaf) == "root/leaf"
