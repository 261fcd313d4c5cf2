"""UnboundLocalError with two skipped bindings: which of them should have run is not known.
honesty: true
bad: unset-name
"""


def grade(points):
    if points > 90:
        mark = "A"
    elif points > 50:
        mark = "B"
    return mark  # CRASH


def grades(all_points):
    return [grade(points) for points in all_points]


def test_grades():
    assert grades([95, 60]) == ["A", "B"]
    assert grades([95, 10]) == ["A", "C"]
