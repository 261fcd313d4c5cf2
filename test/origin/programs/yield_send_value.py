"""A consumer coroutine gets a None by send()."""


def averager():
    total = 0
    count = 0
    mean = None
    while True:
        value = yield mean
        total += value  # CRASH
        count += 1
        mean = total / count


def feed(values):
    coroutine = averager()
    next(coroutine)
    result = 0
    for value in values:
        result = coroutine.send(value)
    return result


def test_feed():
    assert feed([1, 3]) == 2
    assert feed([1, None, 3]) == 2  # ORIGIN: literal
