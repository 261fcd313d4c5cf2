"""`self.total += value` where the value is None and the total is good."""


class Ledger:
    def __init__(self):
        self.total = 0
        self.note = None

    def book(self, amount):
        self.total += amount  # CRASH


def amount_of(line):
    _, _, text = line.partition("=")
    if text:
        return int(text)
    return None  # ORIGIN: literal


def book_all(lines):
    ledger = Ledger()
    for line in lines:
        ledger.book(amount_of(line))
    return ledger.total


def test_book_all():
    assert book_all(["a=1", "b=2"]) == 3
    assert book_all(["a=1", "b"]) == 3
