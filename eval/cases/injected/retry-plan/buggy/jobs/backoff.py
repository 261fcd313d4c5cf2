from jobs.outcome import Outcome

FIRST = 2
MOST = 60


def delay_after(outcome, attempt):
    """Seconds until the next attempt; None where there is none."""
    if outcome is Outcome.BUSY:
        seconds = min(MOST, FIRST * 2**attempt)
    elif outcome is Outcome.BROKEN and attempt < 3:
        seconds = MOST
    return seconds
