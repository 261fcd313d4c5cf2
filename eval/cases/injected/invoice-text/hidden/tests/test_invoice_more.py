from billing.invoice import Invoice


def test_no_tax_at_all():
    assert Invoice("stamp, 10, 85, 0").show() == "8.50 EUR"


def test_another_reduced_tax():
    assert Invoice("milk, 3, 99, 10").show() == "3.27 EUR"
