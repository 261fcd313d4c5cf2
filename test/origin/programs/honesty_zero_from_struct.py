"""A zero comes out of bytes by way of struct.
honesty: true
bad: zero
"""
import struct


def header(data):
    count, size = struct.unpack("<HH", data)  # ORIGIN: library-call
    return {"count": count, "size": size}


def mean(data):
    found = header(data)
    return found["size"] / found["count"]  # CRASH


def test_mean():
    assert mean(struct.pack("<HH", 2, 8)) == 4
    assert mean(struct.pack("<HH", 0, 8)) == 0
