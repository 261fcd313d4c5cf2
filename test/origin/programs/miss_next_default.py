"""next(..., None) finds no element that fits."""


def find(products, code):
    return next((product for product in products if product["code"] == code), None)  # ORIGIN: miss


def price(products, code):
    product = find(products, code)
    return product["price"]  # CRASH


def test_price():
    products = [{"code": "a", "price": 1}, {"code": "b", "price": 2}]
    assert price(products, "b") == 2
    assert price(products, "c") == 3
