"""A thread started by _thread is not seen by threading.settrace; it stores the None.
honesty: true
"""
import _thread


class Slot:
    def __init__(self):
        self.value = 1
        self.spare = None


def clear(slot, lock):
    slot.value = None  # ORIGIN: literal
    lock.release()


def run(clearing):
    slot = Slot()
    if clearing:
        lock = _thread.allocate_lock()
        lock.acquire()
        _thread.start_new_thread(clear, (slot, lock))
        lock.acquire()
    return slot.value + 1  # CRASH


def test_run():
    assert run(False) == 2
    assert run(True) == 2
