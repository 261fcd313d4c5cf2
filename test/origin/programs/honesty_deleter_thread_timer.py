"""A timer thread clears a cache while the main thread waits for it.
honesty: true
bad: missing-key
"""
import threading


def clean(cache, done):
    cache.clear()  # ORIGIN: emptied
    done.set()


def read(cache, key):
    return cache[key]  # CRASH


def test_read():
    cache = {"a": 1}
    assert read(cache, "a") == 1
    done = threading.Event()
    timer = threading.Timer(0.01, clean, (cache, done))
    timer.start()
    done.wait(5)
    timer.join()
    assert read(cache, "a") == 1
