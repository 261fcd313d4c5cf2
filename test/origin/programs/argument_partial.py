"""functools.partial freezes a None that the callee uses much later."""
import functools


def convert(rate, digits, amount):
    return round(amount * rate, digits)  # CRASH


def converter(currency):
    if currency == "EUR":
        rate = 1.1
    else:
        rate = None  # ORIGIN: literal
    return functools.partial(convert, rate, 2)


def quote(currency, amounts):
    change = converter(currency)
    return [change(amount) for amount in amounts]


def test_quote():
    assert quote("EUR", [10]) == [11.0]
    assert quote("XXX", [10]) == [10]
