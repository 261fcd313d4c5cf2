"""A decorator's wrapper calls the function but drops its result."""
import functools

CALLS = []


def logged(function):
    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        CALLS.append(function.__name__)
        function(*args, **kwargs)  # ORIGIN: implicit-return

    return wrapper


@logged
def price_of(item):
    return {"tea": 3, "cake": 5}[item]


def bill(items):
    total = 0
    for item in items:
        price = price_of(item)
        total = total + price  # CRASH
    return total


def test_bill():
    assert bill(["tea", "cake"]) == 8
