"""An attribute of __slots__ was never set: the receiver is of the right type.
honesty: true
"""


class Span:
    __slots__ = ("start", "stop")

    def __init__(self, start):
        self.start = start


def close(span, stop):
    span.stop = stop
    return span


def length(span):
    return span.stop - span.start  # CRASH


def test_length():
    assert length(close(Span(1), 3)) == 2
    assert length(Span(1)) == 2  # ORIGIN: built|library-call
