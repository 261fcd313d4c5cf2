"""Errors are gathered and raised as one ExceptionGroup with a single leaf.
min-python: 3.11
"""


def check(row):
    limit = row.get("limit")  # ORIGIN: miss
    return row["used"] <= limit  # CRASH


def check_all(rows):
    errors = []
    results = []
    for row in rows:
        try:
            results.append(check(row))
        except TypeError as error:
            errors.append(error)
    if errors:
        raise ExceptionGroup("rows", errors)
    return results


def test_check_all():
    assert check_all([{"used": 1, "limit": 2}]) == [True]
    assert check_all([{"used": 1, "limit": 2}, {"used": 3}]) == [True, False]
