"""map() calls a project function from C; one of its results is None."""


def to_number(text):
    if text.strip():
        return float(text)
    return None  # ORIGIN: literal


def numbers(line):
    return list(map(to_number, line.split(",")))


def total(line):
    result = 0
    for number in numbers(line):
        result += number  # CRASH
    return result


def test_total():
    assert total("1,2") == 3
    assert total("1, ,2") == 3
