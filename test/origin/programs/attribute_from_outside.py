"""Another object's method stores the None into the attribute, two objects of the class are around."""


class Ticket:
    def __init__(self, owner):
        self.owner = owner


class Desk:
    def __init__(self, tickets):
        self.tickets = tickets

    def release(self, index):
        ticket = self.tickets[index]
        ticket.owner = None  # ORIGIN: literal


def owners(tickets):
    names = []
    for ticket in tickets:
        names.append(ticket.owner.title())  # CRASH
    return names


def test_owners():
    desk = Desk([Ticket("ada"), Ticket("bob")])
    assert owners(desk.tickets) == ["Ada", "Bob"]
    desk.release(1)
    assert owners(desk.tickets) == ["Ada", "Bob"]
