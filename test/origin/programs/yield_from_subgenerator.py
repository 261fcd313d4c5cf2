"""`yield from` hands the values of an inner generator on."""


def inner(rows):
    for row in rows:
        value = row.get("value")  # ORIGIN: miss
        yield value


def outer(pages):
    for page in pages:
        yield from inner(page)


def total(pages):
    result = 0
    for value in outer(pages):
        result += value  # CRASH
    return result


def test_total():
    assert total([[{"value": 1}], [{"value": 2}]]) == 3
    assert total([[{"value": 1}, {}], [{"value": 2}]]) == 3
