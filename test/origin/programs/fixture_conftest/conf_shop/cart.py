class Cart:
    def __init__(self, coupon):
        self.coupon = coupon
        self.prices = []
        self.note = ""

    def add(self, price):
        self.prices.append(price)

    def total(self):
        return sum(self.prices) - self.coupon  # CRASH
