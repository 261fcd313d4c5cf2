"""UnboundLocalError inside a package: one branch of a dispatcher does not bind the result.
bad: unset-name
"""
from unit_convert.convert import convert


def test_convert():
    assert convert(2, "km") == 2000
    assert convert(2, "mile") == 3218
