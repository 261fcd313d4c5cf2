"""An account is rebuilt from events; the handler of one event type stores a None that a later event adds to."""
from ledger.account import Account
from ledger.events import replay


def test_replay():
    assert replay(Account(), [("open", 5), ("deposit", 3)]).balance == 8
    account = replay(Account(), [("open", 5), ("deposit", 3), ("freeze", 0), ("deposit", 1)])
    assert account.balance == 9
