from datetime import date

import pytest

from staff.account import Account


def test_a_week_over_a_holiday():
    assert Account(10).take(date(2024, 4, 29), date(2024, 5, 5)) == 6


def test_two_people():
    Account(30).take(date(2024, 7, 1), date(2024, 7, 31))
    assert Account(5).take(date(2024, 7, 1), date(2024, 7, 3)) == 2


def test_too_many():
    with pytest.raises(ValueError):
        Account(3).take(date(2024, 7, 1), date(2024, 7, 5))
