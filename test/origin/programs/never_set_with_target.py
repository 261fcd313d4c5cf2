"""UnboundLocalError: the name after `as` is bound only when the flag is on.
bad: unset-name
"""
import contextlib
import io


def write(rows, verbose):
    size = 0
    for row in rows:
        size += len(row)
    if verbose:
        with contextlib.closing(io.StringIO()) as buffer:  # ORIGIN: never-set
            buffer.write("x" * size)
    return buffer.closed, size  # CRASH


def test_write():
    assert write(["ab"], True) == (True, 2)
    assert write(["ab"], False) == (False, 2)
