import pytest

from conf_shop.cart import Cart


@pytest.fixture
def coupon():
    return None  # ORIGIN: literal


@pytest.fixture
def cart(coupon):
    made = Cart(coupon)
    made.note = None
    return made
