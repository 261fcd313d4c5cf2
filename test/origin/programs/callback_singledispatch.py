"""functools.singledispatch calls the implementation for the type; one of them falls off its end."""
import functools


@functools.singledispatch
def to_text(value):
    return str(value)


@to_text.register(list)
def _list_to_text(value):
    return ",".join([to_text(item) for item in value])  # CRASH


@to_text.register(bool)
def _bool_to_text(value):
    if value:  # ORIGIN: implicit-return
        return "yes"


def test_to_text():
    assert to_text([1, True]) == "1,yes"
    assert to_text([1, False]) == "1,no"
