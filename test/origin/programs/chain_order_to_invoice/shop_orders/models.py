class Address:
    def __init__(self, street):
        self.street = street


class Order:
    def __init__(self, login, address):
        self.login = login
        self.address = address
        self.lines = []
        self.discount = None

    def add(self, name, price):
        self.lines.append((name, price))

    def net(self):
        return sum(price for _, price in self.lines)
