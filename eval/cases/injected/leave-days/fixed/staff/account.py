from staff.leave import book


class Account:
    def __init__(self, days):
        self.days = days
        self.booked = None

    def take(self, first, last):
        self.booked = book(first, last) if self.booked is None else book(first, last, self.booked)
        if len(self.booked) > self.days:
            raise ValueError("%d days booked of %d" % (len(self.booked), self.days))
        return self.days - len(self.booked)
