"""A factory captures a None in its closure; only the second of three closures has it."""


def multiplier(factor):
    def multiply(value):
        return value * factor  # CRASH

    return multiply


def factors():
    return [2, None, 4]  # ORIGIN: literal


def apply_all(value, count):
    functions = [multiplier(factor) for factor in factors()[:count]]
    return [function(value) for function in functions]


def test_apply():
    assert apply_all(3, 1) == [6]
    assert apply_all(3, 3) == [6, 3, 12]
