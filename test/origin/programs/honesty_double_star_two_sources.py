"""Two rows of different lines hold a None under the same key; `**row` does not tell which of them it was.
honesty: true
"""


def stock(line):
    return {"name": line, "price": None}


def ordered(line):
    price = 3 if line != "lamp" else None  # ORIGIN: literal
    return {"name": line, "price": price}


class Product:
    def __init__(self, name, price):
        self.name = name
        self.price = price


def read(lines):
    rows = []
    for line in lines:
        rows.append(stock(line) if line == "map" else ordered(line))
    return rows


class Catalog:
    def __init__(self, products):
        self.products = {product.name: product for product in products}


def catalog(lines):
    return Catalog(Product(**row) for row in read(lines))


def test_price():
    made = catalog(["tent", "lamp", "bag", "map"])
    assert made.products["tent"].price + 1 == 4
    assert made.products["lamp"].price + 1 == 1  # CRASH
