"""IndexError: `del rows[:]` in another function empties the caller's list.
bad: short-sequence
"""


def drain(rows):
    total = sum(rows)
    del rows[:]  # ORIGIN: emptied
    return total


def report(rows):
    total = drain(rows)
    first = rows[0]  # CRASH
    return total - first


def test_report():
    assert report([4, 5]) == 5
