"""A dataclass field keeps its None default."""
from dataclasses import dataclass
from typing import Optional


@dataclass
class Invoice:
    number: int
    customer: str = "walk-in"
    due: Optional[int] = None  # ORIGIN: dataclass-default
    note: Optional[str] = None


def overdue(invoice, today):
    return today - invoice.due  # CRASH


def test_overdue():
    assert overdue(Invoice(1, due=3), 5) == 2
    assert overdue(Invoice(2, "ada"), 5) == 2
