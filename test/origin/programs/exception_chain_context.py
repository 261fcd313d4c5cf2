"""An error in the except block follows the first error; the first one is the cause."""


def open_account(name):
    if name == "closed":
        return None  # ORIGIN: literal
    return {"name": name, "sum": 3}


def amount(name):
    account = open_account(name)
    return account["sum"]  # CRASH


def amount_or_zero(name, fallback):
    try:
        return amount(name)
    except TypeError:
        if fallback is None:
            raise LookupError("no amount for " + name)
        return fallback


def test_amount():
    assert amount_or_zero("closed", 0) == 0
    assert amount_or_zero("closed", None) == 0
