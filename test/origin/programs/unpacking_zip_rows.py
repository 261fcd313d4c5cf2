"""Two lists are zipped and unpacked; the None is the third element of the second list."""


def names():
    return ["a", "b", "c"]


def values(count):
    result = []
    for index in range(count):
        result.append(index if index != 2 else None)  # ORIGIN: literal
    return result


def table(count):
    lines = []
    for name, value in zip(names(), values(count)):
        lines.append("%s=%d" % (name, value))  # CRASH
    return lines


def test_table():
    assert table(2) == ["a=0", "b=1"]
    assert len(table(3)) == 3
