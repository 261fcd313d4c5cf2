"""The context manager itself is None."""


class Lock:
    def __enter__(self):
        return self

    def __exit__(self, *exc):
        return False


def lock_for(name, locks):
    return locks.get(name)  # ORIGIN: miss


def guarded(name, locks):
    lock = lock_for(name, locks)
    with lock:  # CRASH
        return name


def test_guarded():
    locks = {"db": Lock()}
    assert guarded("db", locks) == "db"
    assert guarded("cache", locks) == "cache"
