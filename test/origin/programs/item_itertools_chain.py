"""itertools.chain joins two lists; the None is in the second one."""
import itertools


def morning():
    return [3, 4]


def evening(closed):
    hours = [5]
    hours.append(None if closed else 6)  # ORIGIN: literal
    return hours


def total(closed):
    result = 0
    for hours in itertools.chain(morning(), evening(closed)):
        result += hours  # CRASH
    return result


def test_total():
    assert total(False) == 18
    assert total(True) == 12
