from payroll.slip import Slip


def test_nothing_to_tax():
    assert Slip(9000).net() == 9000


def test_with_an_allowance():
    assert Slip(20000, allowance=2000).net() == 19160


def test_highest_band():
    assert Slip(70000).net() == 59080
