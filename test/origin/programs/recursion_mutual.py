"""Two functions call each other; one of them falls off its end for a nested list."""


def dump_list(items):
    return "[" + ",".join([dump(item) for item in items]) + "]"  # CRASH


def dump(value):
    if isinstance(value, list):
        return dump_list(value)
    if isinstance(value, int):
        return str(value)
    if isinstance(value, str):  # ORIGIN: implicit-return
        return '"' + value + '"'


def test_dump():
    assert dump([1, ["a"]]) == '[1,["a"]]'
    assert dump([1, ["a", 2.5]]) == '[1,["a",2.5]]'
