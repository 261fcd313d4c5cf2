"""A lookup function returns None explicitly at one of its two `return None` lines."""

USERS = {"ada": {"id": 1, "active": True}, "bob": {"id": 2, "active": False}}


def find_user(name):
    user = USERS.get(name)
    if user is None:
        return None
    if not user["active"]:
        return None  # ORIGIN: literal
    return user


def user_id(name):
    user = find_user(name)
    return user["id"]  # CRASH


def test_user_id():
    assert user_id("ada") == 1
    assert user_id("bob") == 2
