from jobs.outcome import Outcome
from jobs.run import run


def test_busy_twice():
    assert run([Outcome.BUSY, Outcome.BUSY]) == 6


def test_broken_is_given_up():
    assert run([Outcome.BROKEN] * 5) == 180


def test_busy_for_long():
    assert run([Outcome.BUSY] * 7) == 182
