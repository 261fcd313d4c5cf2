"""sorted() calls a key function that gives None for one item and compares it in C."""


def age(person):
    return person.get("age")  # ORIGIN: miss


def oldest(people):
    ordered = sorted(people, key=age)  # CRASH
    return ordered[-1]["name"]


def test_oldest():
    people = [{"name": "ada", "age": 36}, {"name": "bob", "age": 50}]
    assert oldest(people) == "bob"
    assert oldest(people + [{"name": "eve"}]) == "bob"
