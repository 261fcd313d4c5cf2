"""`raise` of None: an error factory knows no class for the code."""

ERRORS = {404: LookupError, 403: PermissionError}


def error_for(code):
    kind = ERRORS.get(code)  # ORIGIN: miss
    return kind


def check(status):
    if status >= 400:
        problem = error_for(status)
        raise problem  # CRASH
    return status


def test_check():
    assert check(200) == 200
    assert check(500) == 500
