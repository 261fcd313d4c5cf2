from payroll.slip import Slip


def test_an_allowance_above_the_income():
    assert Slip(8000, allowance=9000).net() == 8000


def test_an_allowance_in_the_highest_band():
    assert Slip(70000, allowance=10000).net() == 70000 - 6720
