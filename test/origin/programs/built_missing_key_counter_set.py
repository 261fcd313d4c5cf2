"""KeyError from set.remove: the element is not in the set that a set literal built.
bad: missing-key
"""


def open_seats():
    return {"A1", "A2", "B1"}  # ORIGIN: built


def reserve(seats, wanted):
    taken = []
    for seat in wanted:
        seats.remove(seat)  # CRASH
        taken.append(seat)
    return taken


def test_reserve():
    assert reserve(open_seats(), ["A1"]) == ["A1"]
    assert reserve(open_seats(), ["A1", "B2"]) == ["A1", "B2"]
