"""One function is called twice on one line; the second call's result is the None."""


def rate(currency):
    rates = {"EUR": 2, "USD": 4}
    if currency in rates:
        return rates[currency]
    if currency == "GBP":
        return None
    return None  # ORIGIN: literal


def cross(left, right):
    return rate(left) / rate(right)  # CRASH


def test_cross():
    assert rate("GBP") is None
    assert cross("EUR", "USD") == 0.5
    assert cross("EUR", "XXX") == 1
