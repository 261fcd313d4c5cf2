"""Three generators in a row; the None is made in the first and used in the last."""


def read(lines):
    for line in lines:
        yield line.split(",")


def pick(rows, index):
    for row in rows:
        yield row[index] if index < len(row) else None  # ORIGIN: literal


def clean(fields):
    for field in fields:
        yield field.strip()  # CRASH


def column(lines, index):
    return list(clean(pick(read(lines), index)))


def test_column():
    assert column(["a, b", "c, d"], 1) == ["b", "d"]
    assert column(["a, b", "c"], 1) == ["b", ""]
