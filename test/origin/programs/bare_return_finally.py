"""A bare return in a finally block throws the good result away."""

STATE = {"open": 0}


def measure(values):
    STATE["open"] += 1
    try:
        return sum(values) / len(values)
    finally:
        STATE["open"] -= 1
        if STATE["open"] == 0:
            return  # ORIGIN: bare-return


def rounded(values):
    mean = measure(values)
    return round(mean, 1)  # CRASH


def test_rounded():
    assert rounded([1, 2, 3]) == 2.0
