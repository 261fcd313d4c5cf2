"""dict.update(key=None) with a keyword."""


def refresh(profile, online):
    if online:
        profile.update(status="up", seen=3)
    else:
        profile.update(status="down", seen=None)  # ORIGIN: literal
    return profile


def idle_minutes(profile, now):
    return now - profile["seen"]  # CRASH


def test_idle():
    profile = {"status": None, "seen": 1}
    assert idle_minutes(refresh(profile, True), 5) == 2
    assert idle_minutes(refresh(profile, False), 5) == 2
