"""`x = yield` receives None from next(), which is made by no line of the project.
honesty: true
"""


def totals():
    total = 0
    while True:
        amount = yield total  # ORIGIN: library-call
        total += amount  # CRASH


def collect(amounts):
    stream = totals()
    next(stream)
    for amount in amounts:
        stream.send(amount)
    return next(stream)  # ORIGIN: library-call


def test_collect():
    assert collect([1, 2]) == 3
