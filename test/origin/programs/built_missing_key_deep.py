"""KeyError in a nested dict: the inner dict of the second user lacks the key.
bad: missing-key
"""


def users():
    ada = {"name": "ada", "address": {"city": "Rome", "zip": "1"}}
    bob = {"name": "bob", "address": {"town": "Oslo", "zip": "2"}}  # ORIGIN: built
    return [ada, bob]


def cities(people):
    found = []
    for person in people:
        address = person["address"]
        found.append(address["city"])  # CRASH
    return found


def test_cities():
    assert cities(users()[:1]) == ["Rome"]
    assert cities(users()) == ["Rome", "Oslo"]
