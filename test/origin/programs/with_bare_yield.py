"""A @contextmanager yields nothing, yet its user binds the value."""
from contextlib import contextmanager


@contextmanager
def timer(clock):
    clock.append("start")
    yield  # ORIGIN: bare-return|yield|literal|library-call
    clock.append("stop")


def measure(clock):
    with timer(clock) as watch:
        watch.append("work")  # CRASH
    return clock


def test_measure():
    assert measure([]) == ["start", "work", "stop"]
