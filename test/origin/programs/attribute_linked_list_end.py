"""Walking a linked list past its end: the next of the last node is None since its creation."""


class Node:
    def __init__(self, value):
        self.value = value
        self.next = None  # ORIGIN: literal


class Chain:
    def __init__(self, values):
        self.head = None
        tail = None
        for value in values:
            node = Node(value)
            if tail is None:
                self.head = node
            else:
                tail.next = node
            tail = node

    def at(self, index):
        node = self.head
        for _ in range(index):
            node = node.next
        return node.value  # CRASH


def test_at():
    chain = Chain(["a", "b", "c"])
    assert chain.at(2) == "c"
    assert chain.at(3) == "d"
