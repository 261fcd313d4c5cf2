"""__enter__ forgets `return self`; the name after `as` is None."""


class Transaction:
    def __init__(self, log):
        self.log = log

    def __enter__(self):
        self.log.append("begin")  # ORIGIN: implicit-return

    def __exit__(self, *exc):
        self.log.append("end")
        return False

    def insert(self, row):
        self.log.append(row)


def save(log, row):
    with Transaction(log) as transaction:
        transaction.insert(row)  # CRASH
    return log


def test_save():
    assert save([], "r1") == ["begin", "r1", "end"]
