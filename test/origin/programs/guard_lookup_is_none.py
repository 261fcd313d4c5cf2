"""The project raises since a lookup gave None: the None that the guard saw is the bad value."""


class UnknownUser(Exception):
    pass


USERS = [{"name": "ada", "mail": "ada@x"}]


def find(name):
    for user in USERS:  # ORIGIN: implicit-return
        if user["name"] == name:
            return user


def mail(name):
    user = find(name)
    if user is None:
        raise UnknownUser(name)  # CRASH
    return user["mail"]


def test_mail():
    assert mail("ada") == "ada@x"
    assert mail("bob") == "bob@x"
