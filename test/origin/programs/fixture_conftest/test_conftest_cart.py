"""Two fixtures of a conftest.py feed each other; the None is made in the inner one."""


def test_cart(cart):
    cart.add(10)
    assert cart.total() == 10
