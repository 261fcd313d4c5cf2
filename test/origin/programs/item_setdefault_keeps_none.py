"""setdefault does not replace a None that is stored already."""


def index(events):
    by_day = {"mon": [], "tue": None}  # ORIGIN: literal
    for event in events:
        bucket = by_day.setdefault(event["day"], [])
        bucket.append(event["name"])  # CRASH
    return by_day


def test_index():
    events = [
        {"day": "mon", "name": "standup"},
        {"day": "wed", "name": "demo"},
        {"day": "tue", "name": "retro"},
    ]
    assert len(index(events)) == 3
