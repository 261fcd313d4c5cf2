"""The accumulator is rebound from a function in each round; the third round's call gives None."""


def merge(state, event):
    if event == "reset":
        return  # ORIGIN: bare-return
    return state + [event]


def replay(events):
    state = []
    for event in events:
        state = merge(state, event)
    return state


def count(events):
    return len(replay(events))  # CRASH


def test_count():
    assert count(["a", "b"]) == 2
    assert count(["a", "b", "reset"]) == 0
