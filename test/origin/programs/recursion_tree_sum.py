"""A recursive sum over a tree; one leaf deep down has a None, many calls of the same function succeed before."""


def leaf(value):
    return {"value": value, "children": []}


def branch(*children):
    return {"value": 0, "children": list(children)}


def total(node):
    result = node["value"]
    for child in node["children"]:
        result = result + total(child)  # CRASH
    return result


def tree():
    left = branch(leaf(1), leaf(2))
    right = branch(leaf(3), branch(leaf(4), leaf(None)))  # ORIGIN: literal
    return branch(left, right)


def test_total():
    assert total(branch(leaf(1), leaf(2))) == 3
    assert total(tree()) == 10
