"""IndexError: a filter comprehension leaves nothing.
bad: short-sequence
"""


def admins(users):
    return [user for user in users if user["role"] == "admin"]  # ORIGIN: built


def contact(users):
    found = admins(users)
    first = found[0]  # CRASH
    return first["mail"]


def test_contact():
    assert contact([{"role": "admin", "mail": "a@x"}]) == "a@x"
    assert contact([{"role": "user", "mail": "b@x"}]) == "a@x"
