"""TypeError: an int is subscripted; one record of many holds it.
bad: wrong-type
"""


def records():
    return [
        {"name": "a", "size": (1, 2)},
        {"name": "b", "size": 4},  # ORIGIN: literal
        {"name": "c", "size": (5, 6)},
    ]


def widths(rows):
    return [row["size"][0] for row in rows]  # CRASH


def test_widths():
    assert widths(records()[:1]) == [1]
    assert widths(records()) == [1, 4, 5]
