"""Two threads store None into the same attribute without a lock; who came last is not known.
honesty: true
"""
import threading


class Shared:
    def __init__(self):
        self.value = 1


def first(shared, rounds):
    for _ in range(rounds):
        shared.value = None  # ORIGIN: literal


def second(shared, rounds):
    for _ in range(rounds):
        shared.value = None  # ORIGIN: literal


def run(rounds):
    shared = Shared()
    threads = [threading.Thread(target=target, args=(shared, rounds)) for target in (first, second)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return shared.value + 1  # CRASH


def test_run():
    assert run(0) == 2
    assert run(50) == 2
