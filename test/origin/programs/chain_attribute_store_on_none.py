"""Attribute assignment on None: the current node was lost by a lookup."""


class Node:
    def __init__(self, name):
        self.name = name
        self.mark = None


def find(nodes, name):
    for node in nodes:  # ORIGIN: implicit-return
        if node.name == name:
            return node


def mark(nodes, name, value):
    found = find(nodes, name)
    found.mark = value  # CRASH
    return found


def test_mark():
    nodes = [Node("a"), Node("b")]
    assert mark(nodes, "b", None).name == "b"
    assert mark(nodes, "c", 1).name == "c"
