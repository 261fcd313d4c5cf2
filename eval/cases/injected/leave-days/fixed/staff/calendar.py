from datetime import date, timedelta


def days_between(first, last):
    day = first
    while day <= last:
        yield day
        day += timedelta(days=1)


def is_weekend(day):
    return day.weekday() >= 5


HOLIDAYS = {date(2024, 5, 1), date(2024, 12, 25), date(2024, 12, 26)}
