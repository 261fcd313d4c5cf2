"""A validator forgets to return its value on the last path and falls off its end."""


def validate(order):
    if order["quantity"] <= 0:
        raise ValueError("quantity")
    order["valid"] = True  # ORIGIN: implicit-return


def submit(order):
    checked = validate(order)
    return checked["quantity"]  # CRASH


def test_submit():
    assert submit({"quantity": 2}) == 2
