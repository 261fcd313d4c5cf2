"""type() makes a class at run time with a None attribute from a dict.
honesty: true
"""


def model(name, fields):
    return type(name, (), dict(fields))


def models():
    user = model("User", {"table": "users", "limit": 3})
    audit = model("Audit", {"table": "audit", "limit": None})  # ORIGIN: literal
    return [user, audit]


def limits():
    return [made().limit + 1 for made in models()]  # CRASH


def test_limits():
    assert limits() == [4, 4]
