"""The None moves from row to column by zip(*rows)."""


def rows():
    return [
        [1, 2, 3],
        [4, None, 6],  # ORIGIN: literal
    ]


def columns(table):
    return [list(column) for column in zip(*table)]


def totals(table):
    result = []
    for column in columns(table):
        total = 0
        for cell in column:
            total += cell  # CRASH
        result.append(total)
    return result


def test_totals():
    assert totals([[1, 2], [3, 4]]) == [4, 6]
    assert len(totals(rows())) == 3
