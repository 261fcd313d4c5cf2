"""The recursive call forgets to pass the accumulator on, so its default is used in the second level only."""


def flatten(items, out=None):  # ORIGIN: default-argument
    for item in items:
        if isinstance(item, list):
            flatten(item)
        else:
            out.append(item)  # CRASH
    return out


def test_flatten():
    assert flatten([1, 2], []) == [1, 2]
    assert flatten([1, [2]], []) == [1, 2]
