"""Caches, callbacks from library code, recursion, text that is executed, frames that last."""
import functools
import json
import re

CALLS = []


@functools.lru_cache(maxsize=None)
def slow(number):
    CALLS.append(number)  #= first
    return number * 2  #= first


def swap(match):
    if match.group(0) == "a":  #= callback
        return "1"  #= callback
    return "2"  #= callback


def encode(value):
    return sorted(value)  #= callback


def depth(level):
    if level == 0:  #= recursive
        return 0  #= recursive
    return depth(level - 1) + 1  #= recursive


def made():
    names = {}  #= executed
    exec("def text():\n    x = 1\n    return x", names)  #= executed
    return names["text"]() + eval("1 +\\\n 1")  #= executed


class Lazy:
    def __getattr__(self, name):
        if name.startswith("_"):  #= special
            raise AttributeError(name)
        return name  #= special

    def __eq__(self, other):
        return True  #= special

    def __len__(self):
        return 3  #= special

    def __iter__(self):
        yield from "abc"  #= special

    def __call__(self, *, key=None):
        return key  #= special

    def __del__(self):
        CALLS.append("gone")  #= special


def check_first():
    assert slow(2) == 4


def check_second():
    # What the first one computed is still there.
    assert slow(2) == 4


def check_callback():
    assert re.sub("[ab]", swap, "ab") == "12"
    assert json.dumps({"k": {2, 1}}, default=encode) == '{"k": [1, 2]}'


def check_recursive():
    assert depth(50) == 50


def check_executed():
    assert made() == 3


def check_special():
    lazy = Lazy()
    assert lazy.name == "name"
    assert lazy == 1
    assert len(lazy) == 3
    assert list(lazy) == ["a", "b", "c"]
    assert lazy(key=1) == 1
    del lazy
