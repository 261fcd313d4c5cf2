"""operator.itemgetter reads the None out of the project's dict.
honesty: true
"""
import operator

name_of = operator.itemgetter("name")


def rows():
    return [{"name": "ada"}, {"name": None}]  # ORIGIN: literal


def names(table):
    return [name_of(row) for row in table]


def longest(table):
    return max(len(name) for name in names(table))  # CRASH


def test_longest():
    assert longest(rows()[:1]) == 3
    assert longest(rows()) == 3
