"""A positional-only parameter gets None from a table of calls."""


def clip(value, low, /, high=10):
    return max(low, min(value, high))  # CRASH


CALLS = [
    (5, 1),
    (5, None),  # ORIGIN: literal
]


def run(calls):
    return [clip(*call) for call in calls]


def test_run():
    assert run(CALLS[:1]) == [5]
    assert run(CALLS) == [5, 5]
