"""A global receives a None from a call in another function."""

CURRENT = {"name": "guest"}
USERS = [{"name": "ada"}, {"name": "bob"}]


def by_name(name):
    matches = [user for user in USERS if user["name"] == name]
    if matches:
        return matches[0]
    matches.append(name)  # ORIGIN: implicit-return


def login(name):
    global CURRENT
    CURRENT = by_name(name)


def banner():
    return "Hello " + CURRENT["name"]  # CRASH


def test_banner():
    login("ada")
    assert banner() == "Hello ada"
    login("eve")
    assert banner() == "Hello eve"
