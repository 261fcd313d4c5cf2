from billing.invoice import Invoice


def test_nothing():
    assert Invoice("").show() == "0.00 EUR"


def test_usual_tax():
    assert Invoice("pen, 2, 100").show() == "2.38 EUR"


def test_reduced_tax():
    assert Invoice("book, 1, 1000, 7\npen, 2, 100").show() == "13.08 EUR"
