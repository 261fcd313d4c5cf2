"""`except*` handles one kind of error and lets the None's crash through in a new group.
min-python: 3.11
"""


def stock(row):
    count = row.get("count")  # ORIGIN: miss
    return -count  # CRASH


def collect(rows):
    errors = []
    for row in rows:
        try:
            if not row:
                raise ValueError("empty row")
            stock(row)
        except Exception as error:
            errors.append(error)
    if errors:
        raise ExceptionGroup("rows", errors)


def run(rows):
    skipped = []
    try:
        collect(rows)
    except* ValueError as group:
        skipped.extend(group.exceptions)
    return len(skipped)


def test_run():
    assert run([{"count": 1}, {}]) == 1
    assert run([{"count": 1}, {}, {"name": "tea"}]) == 1
