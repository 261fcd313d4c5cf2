"""The crash is inside the comprehension, on its loop variable."""


def users():
    first = {"name": "ada", "team": {"lead": "eve"}}
    second = {"name": "bob", "team": None}  # ORIGIN: literal
    return [first, second]


def leads(people):
    return [person["team"]["lead"] for person in people]  # CRASH


def test_leads():
    assert leads(users()[:1]) == ["eve"]
    assert leads(users()) == ["eve", "eve"]
