"""ZeroDivisionError: len() of an empty list.
bad: zero
"""


def average(scores):
    size = len(scores)  # ORIGIN: library-call
    return sum(scores) / size  # CRASH


def averages(teams):
    return {name: average(scores) for name, scores in teams.items()}


def test_averages():
    assert averages({"red": [2, 4]}) == {"red": 3}
    assert averages({"red": [2, 4], "blue": []}) == {"red": 3, "blue": 0}
