"""A decorator with arguments keeps a None option in its closure."""
import functools


def retry(times, delay=1, factor=None):  # ORIGIN: default-argument
    def decorate(function):
        @functools.wraps(function)
        def wrapper(*args):
            waits = [delay * factor for _ in range(times)]  # CRASH
            return function(*args), waits

        return wrapper

    return decorate


@retry(2, factor=3)
def load(name):
    return name


@retry(1, delay=2)
def save(name):
    return name


def test_retry():
    assert load("a") == ("a", [3, 3])
    assert save("a") == ("a", [2])
