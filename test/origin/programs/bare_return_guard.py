"""A guard clause returns without a value."""


def session_for(token, sessions):
    if not token:
        return  # ORIGIN: bare-return
    return sessions.setdefault(token, {"hits": 0})


def touch(token, sessions):
    session = session_for(token, sessions)
    session["hits"] += 1  # CRASH
    return session


def test_touch():
    sessions = {}
    assert touch("t1", sessions)["hits"] == 1
    assert touch("", sessions)["hits"] == 1
