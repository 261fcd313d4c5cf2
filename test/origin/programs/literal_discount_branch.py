"""A local is set to None in one branch, kept through two copies, and used later."""


def discount_for(customer):
    rate = 0.1
    if customer["blocked"]:
        rate = None  # ORIGIN: literal
    return rate


def total(order, customer):
    amount = order["amount"]
    discount = discount_for(customer)
    applied = discount
    return amount - amount * applied  # CRASH


def test_total_of_blocked_customer():
    customer = {"name": "Ada", "blocked": True}
    assert total({"amount": 100}, customer) == 100
