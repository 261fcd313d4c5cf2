from staff.calendar import HOLIDAYS, days_between, is_weekend


def working_days(first, last, free=None):
    free = set(HOLIDAYS if free is None else free)
    return [day for day in days_between(first, last) if day not in free and not is_weekend(day)]


def book(first, last, booked=[]):
    """Adds the working days of a leave to those that are booked already."""
    booked.extend(working_days(first, last))
    return booked
