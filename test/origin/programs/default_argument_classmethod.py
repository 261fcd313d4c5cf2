"""A class method's default feeds the constructor."""


class Money:
    def __init__(self, amount, currency):
        self.amount = amount
        self.currency = currency

    @classmethod
    def parse(cls, text, currency=None):  # ORIGIN: default-argument
        return cls(float(text), currency)

    def __str__(self):
        return "%.2f %s" % (self.amount, self.currency.upper())  # CRASH


def receipt(texts):
    return [str(Money.parse(text)) for text in texts]


def test_receipt():
    assert str(Money.parse("1", "eur")) == "1.00 EUR"
    assert receipt(["1.5"]) == ["1.50 EUR"]
