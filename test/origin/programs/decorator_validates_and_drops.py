"""A stack of two decorators: the inner one returns bare for a guest."""
import functools


def requires_login(function):
    @functools.wraps(function)
    def wrapper(user, *args):
        if user == "guest":
            return  # ORIGIN: bare-return
        return function(user, *args)

    return wrapper


def counted(function):
    @functools.wraps(function)
    def wrapper(*args):
        wrapper.calls += 1
        return function(*args)

    wrapper.calls = 0
    return wrapper


@counted
@requires_login
def balance(user, account):
    return {"user": user, "amount": account * 2}


def statement(user, accounts):
    return [balance(user, account)["amount"] for account in accounts]  # CRASH


def test_statement():
    assert statement("ada", [1, 2]) == [2, 4]
    assert statement("guest", [1]) == [2]
