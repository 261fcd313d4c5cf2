"""The loop variable keeps its last value, a None, after the loop."""


def last_seen(events):
    stamp = 0
    for stamp in events:
        if stamp == -1:
            break
    return stamp


def age(events, now):
    return now - last_seen(events)  # CRASH


def test_age():
    assert age([1, 2, 3], 5) == 2
    assert age([4, None], 5) == 1  # ORIGIN: literal
