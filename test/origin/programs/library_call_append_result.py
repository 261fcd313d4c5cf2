"""The result of list.append is assigned back to the list's own name."""


def collect(rows):
    kept = []
    for row in rows:
        if row > 0:
            kept = kept.append(row)  # ORIGIN: library-call # CRASH
    return kept


def test_collect():
    assert collect([1]) is None
    assert collect([0, 1, -1, 2]) == [1, 2]
