"""C code stores the None into a list behind the interpreter's back.
honesty: true
"""
import ctypes


def overwrite(items, index):
    null_like = ctypes.py_object(items)
    setter = ctypes.pythonapi.PySequence_SetItem
    setter.argtypes = [ctypes.py_object, ctypes.c_ssize_t, ctypes.py_object]
    setter.restype = ctypes.c_int
    setter(null_like, index, None)  # ORIGIN: literal


def total(items):
    result = 0
    for item in items:
        result += item  # CRASH
    return result


def test_total():
    items = [1, 2, 3]
    assert total(items) == 6
    overwrite(items, 1)
    assert total(items) == 6
