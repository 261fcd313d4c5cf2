"""functools.reduce feeds the None of one step into the next one."""
import functools


def merge(left, right):
    if left["id"] == right["id"]:  # CRASH
        return left
    if left["id"] < right["id"]:
        return {"id": left["id"] + right["id"]}
    right["merged"] = True  # ORIGIN: implicit-return


def combine(rows):
    return functools.reduce(merge, rows)


def test_combine():
    assert combine([{"id": 1}, {"id": 2}]) == {"id": 3}
    assert combine([{"id": 1}, {"id": 2}, {"id": 2}, {"id": 9}]) == {"id": 12}
