"""The object's class is swapped, so the attribute is found in another class.
honesty: true
"""


class Open:
    reader = str.upper


class Closed:
    reader = None  # ORIGIN: class-attribute


class File:
    reader = str.lower


def close(handle):
    handle.__class__ = Closed  # ORIGIN: assignment


def read(handle, text):
    cls = type(handle)
    return cls.reader(text)  # CRASH


def test_read():
    handle = Open()
    assert read(handle, "a") == "A"
    close(handle)
    assert read(handle, "a") == "A"
