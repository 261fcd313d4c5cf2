"""UnboundLocalError: the binding raised before it could bind, and the handler goes on.
bad: unset-name
"""

ERRORS = []


def parse(text):
    try:
        number = int(text)  # ORIGIN: never-set
    except ValueError as error:
        ERRORS.append(str(error))
    return number * 2  # CRASH


def test_parse():
    assert parse("4") == 8
    assert parse("four") == 0
