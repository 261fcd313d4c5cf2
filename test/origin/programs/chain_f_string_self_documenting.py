"""Several calls in one f-string; the second call's None is used by a method within the braces."""


def first(record):
    return record.get("first", "")


def last(record):
    if "last" in record:
        return record["last"]
    if "surname" in record:  # ORIGIN: implicit-return
        return record["surname"]


def badge(record):
    return f"{first(record).upper()} {last(record).upper()}"  # CRASH


def test_badge():
    assert badge({"first": "ada", "last": "l"}) == "ADA L"
    assert badge({"first": "ada"}) == "ADA "
