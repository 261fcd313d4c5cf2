"""Two generators of the same function run in turns; only one of them yields a None."""


def walk(values, gap):
    for value in values:
        item = value
        if value == gap:
            item = None  # ORIGIN: literal
        yield item


def merge(left, right):
    result = []
    for first, second in zip(walk(left, -1), walk(right, 5)):
        result.append(first * second)  # CRASH
    return result


def test_merge():
    assert merge([1, 2], [3, 4]) == [3, 8]
    assert merge([1, 2], [3, 5]) == [3, 10]
