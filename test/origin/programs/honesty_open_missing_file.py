"""open() of a path that does not exist: the path was made on one line, its folder on another.
honesty: true
"""
import os


def folder():
    return os.path.join(os.sep, "faultline-no-such-folder")  # ORIGIN: library-call


def path_of(name):
    return os.path.join(folder(), name)  # ORIGIN: library-call


def read(name):
    with open(path_of(name)) as stream:  # CRASH
        return stream.read()


def test_read():
    assert read("a.txt") == "a"
