"""A future does not finish in time: the patience that was given is not to blame.
honesty: true
"""
from concurrent.futures import Future


def patience(fast):
    return 0.01 if fast else 0.02


def wait_for(future, fast):
    seconds = patience(fast)
    return future.result(seconds)  # CRASH


def test_wait_for():
    done = Future()
    done.set_result(3)
    assert wait_for(done, True) == 3
    assert wait_for(Future(), False) == 3
