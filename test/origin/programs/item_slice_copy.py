"""A slice copies the None into a new list; the crash is on an element of the copy."""


def readings():
    data = [4, 8, 15]
    data.append(None)  # ORIGIN: literal
    data.append(23)
    return data


def window(data, start, size):
    return data[start : start + size]


def total(values):
    return sum(values)  # CRASH


def test_window():
    data = readings()
    assert total(window(data, 0, 3)) == 27
    assert total(window(data, 2, 3)) == 38
