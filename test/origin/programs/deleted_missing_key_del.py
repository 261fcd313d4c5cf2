"""KeyError: the key was there and `del` removed it in a clean-up.
bad: missing-key
"""


def purge(sessions, now):
    for token in list(sessions):
        if sessions[token] < now:
            del sessions[token]  # ORIGIN: deleted


def expiry(sessions, token):
    return sessions[token]  # CRASH


def test_expiry():
    sessions = {"a": 5, "b": 9}
    purge(sessions, 3)
    assert expiry(sessions, "a") == 5
    purge(sessions, 7)
    assert expiry(sessions, "a") == 5
