"""A conditional expression chooses between two calls, both of which can give None; the taken one did."""


def local_copy(name):
    if name == "a":
        return {"size": 1}
    return None


def remote_copy(name):
    if name != "c":
        return {"size": 2}
    return None  # ORIGIN: literal


def size(name, online):
    found = remote_copy(name) if online else local_copy(name)
    return found["size"]  # CRASH


def test_size():
    assert size("a", False) == 1
    assert size("b", True) == 2
    assert size("c", True) == 2
