class Account:
    def __init__(self):
        self.balance = 0
        self.owner = None
        self.frozen = None

    def on_open(self, amount):
        self.balance = amount

    def on_deposit(self, amount):
        self.balance = self.balance + amount  # CRASH

    def on_freeze(self, amount):
        self.frozen = self.balance
        self.balance = None  # ORIGIN: literal
