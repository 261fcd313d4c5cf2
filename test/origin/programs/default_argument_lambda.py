"""A lambda's default argument is None and the lambda is called without it."""


def make_formatter(symbol):
    return lambda amount, digits=None: symbol + str(amount)[:digits + 1]  # ORIGIN: default-argument # CRASH


def show(amounts):
    formatter = make_formatter("$")
    return [formatter(amount, 3) for amount in amounts] + [formatter(7)]


def test_show():
    assert show([12345]) == ["$1234", "$7"]
