"""A recursive search forgets to return the result of its own recursive call."""

TREE = {"name": "root", "children": [{"name": "etc", "children": [{"name": "hosts", "children": []}]}]}


def find(node, name):
    if node["name"] == name:
        return node
    for child in node["children"]:  # ORIGIN: implicit-return
        find(child, name)


def depth_of(name):
    node = find(TREE, name)
    return len(node["children"])  # CRASH


def test_depth():
    assert depth_of("root") == 1
    assert depth_of("hosts") == 0
