"""int() refuses a text that one row of a table holds.
bad: rejected
"""


def rows():
    return [
        {"name": "tea", "count": "3"},
        {"name": "jam", "count": "four"},  # ORIGIN: literal
        {"name": "oil", "count": "5"},
    ]


def count(row):
    return int(row["count"])  # CRASH


def total(table):
    return sum(count(row) for row in table)


def test_total():
    assert total(rows()[:1]) == 3
    assert total(rows()) == 12
