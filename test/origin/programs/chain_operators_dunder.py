"""__add__ of a project class falls off its end for an unlike currency; the sum goes on in a loop."""


class Money:
    def __init__(self, amount, currency):
        self.amount = amount
        self.currency = currency

    def __add__(self, other):
        if self.currency == other.currency:  # ORIGIN: implicit-return
            return Money(self.amount + other.amount, self.currency)


def total(amounts):
    result = amounts[0]
    for amount in amounts[1:]:
        result = result + amount
    return result.amount  # CRASH


def test_total():
    assert total([Money(1, "EUR"), Money(2, "EUR")]) == 3
    assert total([Money(1, "EUR"), Money(2, "USD")]) == 3
