from billing.amount import gross
from billing.parse import parse


class Invoice:
    def __init__(self, text):
        self.entries = parse(text)

    def total(self):
        return sum(gross(entry) for entry in self.entries)

    def show(self):
        euros, cents = divmod(self.total(), 100)
        return "%d.%02d EUR" % (euros, cents)
