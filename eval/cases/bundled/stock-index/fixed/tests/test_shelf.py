import pytest

from stock.shelf import Shelf

ROWS = ["ab-100, bolt, 12", "AB-200, nut, 3"]


def test_take_reduces_the_count():
    assert Shelf(ROWS).take("AB-200", 2) == 1


def test_too_many():
    with pytest.raises(ValueError):
        Shelf(ROWS).take("AB-200", 4)


def test_rows_in_lower_case():
    assert Shelf(ROWS).take("AB-100", 2) == 10
