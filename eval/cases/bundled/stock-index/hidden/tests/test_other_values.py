from stock.shelf import Shelf


def test_mixed_case():
    assert Shelf(["aB-300, pin, 7", "cd-1, cap, 2"]).take("AB-300", 3) == 4
