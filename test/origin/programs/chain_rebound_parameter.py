"""A parameter is rebound in the callee before it is used: the caller's None is a decoy."""

PLANS = {"free": {"seats": 1}, "team": {"seats": 5}}


def seats(plan, name):
    if plan is None:
        plan = PLANS.get(name)  # ORIGIN: miss
    return plan["seats"]  # CRASH


def price(name):
    return seats(None, name) * 4


def test_price():
    assert price("team") == 20
    assert price("taem") == 20
