"""The last element is taken with a negative index after the list was extended with a None."""


def history(user):
    events = ["login", "click"]
    if user["guest"]:
        events.extend(["view", None])  # ORIGIN: literal
    return events


def last_event(user):
    events = history(user)
    return events[-1].capitalize()  # CRASH


def test_last_event():
    assert last_event({"guest": False}) == "Click"
    assert last_event({"guest": True}) == "View"
