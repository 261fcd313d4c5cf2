"""datetime.strptime refuses a text; the format is written out.
bad: rejected
"""
from datetime import datetime


class Entry:
    def __init__(self, title, day):
        self.title = title
        self.day = day


def entries():
    first = Entry("start", "2024-01-31")
    second = Entry("end", "2024-02-31")  # ORIGIN: literal
    return [first, second]


def month(entry):
    return datetime.strptime(entry.day, "%Y-%m-%d").month  # CRASH


def test_month():
    assert month(entries()[0]) == 1
    assert month(entries()[1]) == 2
