"""The override of a method has a None default where the base class has a number."""


class Backoff:
    def delay(self, attempt, factor=2):
        return attempt * factor


class SlowBackoff(Backoff):
    def delay(self, attempt, factor=None):  # ORIGIN: default-argument
        base = super().delay(attempt)
        return base + factor  # CRASH


def plan(backoff):
    return [backoff.delay(attempt) for attempt in (1, 2)]


def test_plan():
    assert plan(Backoff()) == [2, 4]
    assert plan(SlowBackoff()) == [2, 4]
