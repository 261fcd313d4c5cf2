from decimal import Decimal

import pytest

from shop.basket import Basket
from shop.catalog import Catalog
from shop.invoice import invoice

PRICELIST = """
# sku;name;price
T-100;Tent, two persons;189,00
S-210;Sleeping bag;79,90
L-330;Headlamp;-
M-400;Map of the Alps;1.250,00 EUR
"""


@pytest.fixture
def basket():
    return Basket(Catalog.from_pricelist(PRICELIST))


def test_one_tent(basket):
    assert invoice(basket.add("T-100"))["gross"] == Decimal("224.91")


def test_ten_sleeping_bags_are_cheaper(basket):
    assert invoice(basket.add("S-210", 10))["net"] == Decimal("759.05")


def test_headlamp_without_a_price_costs_nothing_yet(basket):
    basket.add("T-100").add("L-330", 2)
    assert invoice(basket)["net"] == Decimal("189.00")


def test_unknown_product(basket):
    with pytest.raises(LookupError):
        basket.add("X-999")
