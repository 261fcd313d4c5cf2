"""The else clause of a for loop sets None when nothing was found."""


def cheapest(offers, limit):
    for offer in offers:
        if offer["price"] <= limit:
            best = offer
            break
    else:
        best = None  # ORIGIN: literal
    return best


def buy(offers, limit):
    offer = cheapest(offers, limit)
    return offer["price"] * 2  # CRASH


def test_buy():
    assert buy([{"price": 5}, {"price": 3}], 2) == 6
