"""send() to a generator that is done: the value that is sent is not to blame.
honesty: true
"""


def collector(count):
    seen = []
    for _ in range(count):
        seen.append((yield seen))


def feed(stream, value):
    return stream.send(value)  # CRASH


def test_feed():
    stream = collector(2)
    next(stream)
    assert feed(stream, "a") == ["a"]
    assert feed(stream, "b") == ["a", "b"]
