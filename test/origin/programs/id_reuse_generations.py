"""A tree is rebuilt many times; only the last generation has a node without a weight."""


class Node:
    __slots__ = ("weight", "left")

    def __init__(self, weight, left):
        self.weight = weight
        self.left = left


def grow(depth, last):
    node = None
    for level in range(depth):
        node = Node(level, node)
    if last:
        node.left.weight = None  # ORIGIN: literal
    return node


def weigh(node):
    total = 0
    while node is not None:
        total += node.weight  # CRASH
        node = node.left
    return total


def test_generations():
    for generation in range(30):
        assert weigh(grow(4, generation == 29)) == 6
