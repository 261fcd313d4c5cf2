"""The raise stands below two guards: the None of the outer one is normal, the inner one is the reason.
honesty: true
"""


class Quota(Exception):
    pass


def find_parent(folder):
    return folder.get("parent")


def add(folder, size):
    parent = find_parent(folder)
    if parent is None:
        if folder["used"] + size > folder["limit"]:
            raise Quota("too much")  # CRASH
    folder["used"] += size
    return folder["used"]


def test_add():
    root = {"used": 0, "limit": 10}
    assert add(root, 4) == 4
    assert add(root, 7) == 11
