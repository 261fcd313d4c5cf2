"""ZeroDivisionError: int() of a text gives the zero in one round of a loop.
bad: zero
"""


def ratio(text):
    left, right = text.split(":")
    divisor = int(right)  # ORIGIN: library-call
    return int(left) / divisor  # CRASH


def ratios(texts):
    return [ratio(text) for text in texts]


def test_ratios():
    assert ratios(["4:2", "9:3"]) == [2, 3]
    assert ratios(["4:2", "9:0", "1:1"]) == [2, 0, 1]
