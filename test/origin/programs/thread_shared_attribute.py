"""A worker thread stores the None into an object; the main thread reads it after join."""
import threading


class Slot:
    def __init__(self):
        self.result = "empty"


def work(slot, numbers):
    best = None  # ORIGIN: literal
    for number in numbers:
        if number > 100:
            best = number
    slot.result = best


def run(numbers):
    slot = Slot()
    thread = threading.Thread(target=work, args=(slot, numbers))
    thread.start()
    thread.join()
    return slot.result + 1  # CRASH


def test_run():
    assert run([5, 101]) == 102
    assert run([5, 6]) == 7
