"""`x in None`: the right side of `in` is the bad value while the left is None, too, and harmless."""


class Roles:
    def __init__(self, names):
        self.names = names


def roles_of(user):
    if user == "root":
        return Roles(["admin", None])
    return Roles(None)  # ORIGIN: literal


def allowed(user, role):
    granted = roles_of(user).names
    return role in granted  # CRASH


def test_allowed():
    assert allowed("root", None)
    assert not allowed("ada", None)
