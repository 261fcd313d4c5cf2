import pytest

from shop.order import Order


def test_shipping_is_added():
    assert Order().add("A1").total() == 710


def test_box_of_a_bulk_article():
    assert Order().add("B8", 10).total() == 8541


def test_one_of_a_bulk_article():
    assert Order().add("A1", 2).add("A2", 3).total() == 2300


def test_unknown_article():
    with pytest.raises(LookupError):
        Order().add("Z9")
