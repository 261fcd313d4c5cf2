"""What a customer is about to buy."""


class Line:
    def __init__(self, product, quantity):
        self.product = product
        self.quantity = quantity
        self.unit_price = product.price


class Basket:
    def __init__(self, catalog):
        self.catalog = catalog
        self.lines = []

    def add(self, sku, quantity=1):
        if quantity < 1:
            raise ValueError("quantity must be at least 1")
        self.lines.append(Line(self.catalog.find(sku), quantity))
        return self
