"""Iterating over dict values; one value was never replaced."""


def slots(names):
    table = {}
    for name in names:
        table[name] = None  # ORIGIN: literal
    return table


def book(table, name, hours):
    table[name] = hours


def booked(table):
    total = 0
    for hours in table.values():
        total += hours  # CRASH
    return total


def test_booked():
    table = slots(["mon", "tue", "wed"])
    book(table, "mon", 3)
    book(table, "wed", 4)
    assert booked(table) == 7
