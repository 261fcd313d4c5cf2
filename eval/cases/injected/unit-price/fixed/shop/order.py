from shop.line import Line

FREE_SHIPPING = 5000
SHIPPING = 590


class Order:
    def __init__(self):
        self.lines = []

    def add(self, sku, count=1):
        self.lines.append(Line(sku, count))
        return self

    def total(self):
        goods = sum(line.net() for line in self.lines)
        return goods if goods >= FREE_SHIPPING else goods + SHIPPING
