"""A group in a group; the only leaf has the crash.
min-python: 3.11
"""


def ratio(stats):
    hits = stats["hits"]
    return hits / stats["total"]  # CRASH


def collect(reports):
    errors = []
    for stats in reports:
        try:
            ratio(stats)
        except TypeError as error:
            errors.append(error)
    if errors:
        raise ExceptionGroup("outer", [ExceptionGroup("inner", errors)])
    return len(reports)


def report(total):
    return {"hits": 1, "total": total}


def test_collect():
    assert collect([report(2)]) == 1
    assert collect([report(2), report(None)]) == 2  # ORIGIN: literal
