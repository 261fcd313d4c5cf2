from datetime import date

from staff.leave import book


def test_a_list_that_is_given_is_added_to():
    booked = book(date(2024, 7, 1), date(2024, 7, 2))
    assert book(date(2024, 7, 3), date(2024, 7, 3), booked) is booked
    assert len(booked) == 3
    assert len(book(date(2024, 7, 4), date(2024, 7, 4))) == 1
