"""The None sits two attributes deep; the way to it goes through three objects."""


class Address:
    def __init__(self, city, zip_code):
        self.city = city
        self.zip_code = zip_code


class Customer:
    def __init__(self, address):
        self.address = address


class Order:
    def __init__(self, customer):
        self.customer = customer


def import_order(row):
    zip_code = None  # ORIGIN: literal
    if len(row) > 1:
        zip_code = row[1]
    return Order(Customer(Address(row[0], zip_code)))


def label(order):
    return order.customer.address.zip_code.zfill(6)  # CRASH


def test_label():
    assert label(import_order(["Rome", "184"])) == "000184"
    assert label(import_order(["Oslo"])) == "000000"
