"""An inner function sets the outer variable to None with nonlocal."""


def make_counter():
    count = 0

    def increment():
        nonlocal count
        count += 1  # CRASH
        return count

    def stop():
        nonlocal count
        count = None  # ORIGIN: literal

    return increment, stop


def test_counter():
    increment, stop = make_counter()
    assert increment() == 1
    stop()
    assert increment() == 2
