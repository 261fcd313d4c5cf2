"""A property setter stores None instead of an invalid value."""


class Account:
    def __init__(self):
        self._limit = 100

    @property
    def limit(self):
        return self._limit

    @limit.setter
    def limit(self, value):
        self._limit = value if value > 0 else None  # ORIGIN: literal


def available(account, spent):
    return account.limit - spent  # CRASH


def test_available():
    account = Account()
    account.limit = 50
    assert available(account, 20) == 30
    account.limit = -5
    assert available(account, 20) == 30
