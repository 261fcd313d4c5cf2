"""dict(...) with keywords makes a record with one None."""


def record(name, price):
    return dict(name=name, price=price, stock=None)  # ORIGIN: literal


def worth(records):
    total = 0
    for entry in records:
        total += entry["price"] * entry["stock"]  # CRASH
    return total


def restock(entry, amount):
    entry["stock"] = amount
    return entry


def test_worth():
    tea, cake = record("tea", 3), record("cake", 5)
    assert worth([restock(tea, 2)]) == 6
    assert worth([tea, cake]) == 6
