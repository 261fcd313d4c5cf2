"""UnboundLocalError: the only binding is in an if that was not taken.
bad: unset-name
"""


def tariff(user):
    base = 10
    if user["member"]:
        discount = 2  # ORIGIN: never-set
    return base - discount  # CRASH


def test_tariff():
    assert tariff({"member": True}) == 8
    assert tariff({"member": False}) == 10
