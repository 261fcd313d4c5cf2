"""Three names are unpacked from a row; the middle one is None."""


def rows():
    return [
        ("tea", 3, 10),
        ("cake", None, 5),  # ORIGIN: literal
        ("jam", 2, None),
    ]


def worth(limit):
    total = 0
    for row in rows()[:limit]:
        name, price, stock = row
        total += price * 2  # CRASH
    return total


def test_worth():
    assert worth(1) == 6
    assert worth(2) == 16
