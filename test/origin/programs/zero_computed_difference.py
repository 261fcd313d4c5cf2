"""ZeroDivisionError: the difference of two equal values.
bad: zero
"""


def duration(start, stop):
    return stop - start  # ORIGIN: assignment|literal|built|library-call|return


def speed(distance, start, stop):
    seconds = duration(start, stop)
    return distance / seconds  # CRASH


def test_speed():
    assert speed(10, 1, 3) == 5
    assert speed(10, 3, 3) == 0
