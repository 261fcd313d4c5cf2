"""eval of a text makes the None.
honesty: true
"""


def compute(expression, values):
    result = eval(expression, {"__builtins__": {}}, values)  # ORIGIN: library-call
    return result


def rows(values):
    expressions = ["price * 2", "note and price"]
    return [compute(expression, values) for expression in expressions]


def total(values):
    amount = 0
    for value in rows(values):
        amount += value  # CRASH
    return amount


def test_total():
    assert total({"price": 3, "note": 1}) == 9
    assert total({"price": 3, "note": None}) == 9  # ORIGIN: literal
