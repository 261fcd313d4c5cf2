"""An assert of the project fails on a None: no crash on the value, but the value is known.
honesty: true
"""


def current_user(users, name):
    for user in users:  # ORIGIN: implicit-return
        if user["name"] == name:
            return user


def login(users, name):
    user = current_user(users, name)
    assert user is not None, "unknown user"  # CRASH
    return user["name"]


def test_login():
    assert login([{"name": "ada"}], "ada") == "ada"
    assert login([{"name": "ada"}], "bob") == "bob"
