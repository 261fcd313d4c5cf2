from jobs.outcome import Outcome
from jobs.run import run


def test_done_at_once():
    assert run([Outcome.DONE, Outcome.BUSY]) == 0


def test_broken_later():
    assert run([Outcome.BUSY] * 3 + [Outcome.BROKEN, Outcome.BUSY]) == 14
