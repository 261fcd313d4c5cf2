"""A dict item is overwritten with None in a clean-up step."""


def build_cart():
    cart = {"items": ["tea"], "coupon": "HALF"}
    cart["note"] = None
    return cart


def expire(cart, today):
    if today > 5:
        cart["coupon"] = None  # ORIGIN: literal
    return cart


def price(cart):
    factor = 0.5 if cart["coupon"].startswith("HALF") else 1  # CRASH
    return 10 * factor


def test_price():
    assert price(expire(build_cart(), 3)) == 5
    assert price(expire(build_cart(), 9)) == 10
