"""KeyError two modules away from where the dict was built.
bad: missing-key
"""
from price_list.cart import total


def test_total():
    assert total(["tea"]) == 3
    assert total(["tea", "scones"]) == 6
