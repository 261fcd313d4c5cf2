"""Rows become objects by `cls(**row)` in a generator expression that a dict comprehension in a constructor consumes."""


def parse_price(text):
    if text == "-":
        return None  # ORIGIN: literal
    return int(text)


def parse_note(text):
    if not text:
        return None
    return text


def parse_line(line):
    sku, note, price = line.split(";")
    return {"sku": sku, "note": parse_note(note), "price": parse_price(price)}


def read_rows(text):
    rows = []
    for line in text.splitlines():
        rows.append(parse_line(line))
    return rows


class Product:
    def __init__(self, sku, note, price):
        self.sku = sku
        self.note = note
        self.price = price


class Catalog:
    def __init__(self, products):
        self.products = {product.sku: product for product in products}

    @classmethod
    def from_text(cls, text):
        return cls(Product(**row) for row in read_rows(text))


def total(catalog, sku, quantity):
    return catalog.products[sku].price * quantity  # CRASH


def test_total():
    assert total(Catalog.from_text("tent;;7"), "tent", 2) == 14
    catalog = Catalog.from_text("tent;;180\nbag;warm;79\nlamp;;-\nmap;;12")
    assert total(catalog, "tent", 1) == 180
    assert total(catalog, "lamp", 2) == 0
