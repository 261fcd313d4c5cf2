"""An exception group with two leaves, each with an origin of its own.
honesty: true
min-python: 3.11
"""


def ratio(row):
    return row["hits"] + row["misses"]  # CRASH


def collect(rows):
    errors = []
    for row in rows:
        try:
            ratio(row)
        except TypeError as error:
            errors.append(error)
    if errors:
        raise ExceptionGroup("rows", errors)


def test_collect():
    collect([{"hits": 1, "misses": 2}])
    first = {"hits": None, "misses": 2}  # ORIGIN: literal
    second = {"hits": 1, "misses": None}  # ORIGIN: literal
    collect([first, second])
