"""KeyError: the dict starts empty and is filled in a loop that skips one name.
bad: missing-key
"""


def index(rows):
    table = {}  # ORIGIN: built
    for row in rows:
        if row["active"]:
            table[row["name"]] = row["age"]
    return table


def ages(rows, names):
    table = index(rows)
    return [table[name] for name in names]  # CRASH


def test_ages():
    rows = [{"name": "ada", "age": 36, "active": True}, {"name": "bob", "age": 50, "active": False}]
    assert ages(rows, ["ada"]) == [36]
    assert ages(rows, ["ada", "bob"]) == [36, 50]
